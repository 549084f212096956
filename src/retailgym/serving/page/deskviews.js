// The desk's records: what bears on the ticket first, as cards, and everything else behind "more".

import { el, folded } from "./dom.js";
import { optionsOf } from "./known.js";
import { fields, rows } from "./tables.js";
import { date, money, plain, since } from "./words.js";

const tag = (words, kind = "") => el("span", { class: `tag ${kind}` }, words);
const when = (day, today) => `${date(day)}, ${since(day, today)}`;

/** The order: who, when and where, then a card for each line, those on the ticket first. */
export function deskOrder(order) {
  const { lines, payments, rates = [], ticket_items: on, today, currency, ...rest } = order;
  const { charges = [], disputes = [], charged_twice: twice = [], ...paid } = payments;
  const apart = rest.ships_to !== rest.bills_to;
  const line = (one) =>
    lineCard(one, { today, currency, twice: twice.includes(one.item_id), disputes: disputes.filter((d) => d.item_id === one.item_id) });
  const others = lines.filter((one) => !on.includes(one.item_id));
  return [
    el(
      "ul",
      { class: "findings" },
      el("li", {}, `Ordered ${when(rest.placed_day, today)}; the ticket was opened ${since(rest.ticket_opened_day, today)}. Today is ${date(today)}.`),
      el("li", {}, `Paid in ${currency} by ${charges.map((c) => `${plain(c.tender)} ${money(c.cents, currency)}`).join(", ")}; decided in ${rest.shop_currency}.`),
      apart ? el("li", { class: "notable" }, `Ships to ${rest.ships_to}, bills to ${rest.bills_to}.`) : el("li", {}, `Ships and bills to ${rest.ships_to}.`),
    ),
    el("ul", { class: "cards wide" }, lines.filter((one) => on.includes(one.item_id)).map(line)),
    others.length > 0 && folded(`${others.length} more on the order, not on the ticket`, () => el("ul", { class: "cards wide" }, others.map(line))),
    rates.length > 0 && folded("Exchange rates", () => rows(rates.map(rate(rest.shop_currency)), { label: "Exchange rates" })),
    folded("More about the order", () => [fields({ ...rest, ...paid, today }, currency), rows(charges, { currency, label: "Charges" })]),
  ];
}

/** So many millionths of the shop's currency for one unit of another. */
const rate = (shop) => (one) => ({ day: one.day, one: one.currency, costs: `${(one.millionths / 1e6).toFixed(6)} ${shop}` });

function lineCard(line, { today, currency, twice, disputes }) {
  const { title, quantity, unit_cents, tax_cents, marks = [], parcel = {}, packing_note, item_id, ...rest } = line;
  const late = parcel.delivered_day - parcel.promised_day;
  return el(
    "li",
    { class: "card" },
    el("strong", {}, `${quantity} × ${title}`),
    el("span", { class: "dim" }, optionsOf(line)),
    el("span", {}, `${money(unit_cents, currency)} each, ${money(unit_cents * quantity, currency)} in all, tax ${money(tax_cents, currency)}`),
    el(
      "span",
      {},
      `Parcel ${plain(parcel.status ?? "unknown")}`,
      typeof parcel.delivered_day === "number" ? `, delivered ${when(parcel.delivered_day, today)}` : "",
      late > 0 ? `, ${late} day${late === 1 ? "" : "s"} late` : "",
    ),
    [packing_note, parcel.note].filter(Boolean).map((note) => el("span", { class: "notable" }, note)),
    (marks.length > 0 || twice) && el("span", { class: "line" }, marks.map((one) => tag(plain(one))), twice && tag("charged twice", "bad")),
    disputes.map((one) => dispute(one, today)),
    el("code", {}, item_id),
    folded("more", () => fields({ ...rest, ...parcel }, currency)),
  );
}

const dispute = (one, today) =>
  el(
    "span",
    { class: "notable" },
    `Disputed: ${one.network} ${one.reason_code}, ${money(one.amount_cents, one.currency)} for ${one.units}, opened ${when(one.opened_day, today)}. `,
    `On file: ${one.evidence_on_file.map(plain).join(", ") || "nothing"}.`,
  );

/** The customer: facts, what happened on this order, and the whole history behind "more". */
export function deskCustomer({ history, ...rest }) {
  const kinds = [...new Set(history.map((one) => one.what))];
  const counted = kinds.map((what) => `${history.filter((one) => one.what === what).length} ${plain(what)}${what.endsWith("s") ? "" : "s"}`);
  const linked = history.filter((one) => one.item_id);
  return [
    fields(rest),
    el("p", {}, history.length ? `History: ${counted.join(", ")}.` : "No history."),
    linked.length > 0 && rows(linked, { columns: ["day", "what", "cents", "item_id"], label: "On this order" }),
    history.length > 0 && folded("The whole history", () => rows(history, { columns: ["day", "what", "cents"], label: "History" })),
  ];
}

export function deskStock({ variants: all, ...rest }, currency = "") {
  return [rows(all, { columns: ["options", "in_stock", "price_cents"], currency, label: `Stock of ${rest.title}` }), folded("more", () => fields(rest))];
}
