// What an onlooker keeps an eye on: the budgets, and the shop as it changes.

import { mood } from "./chart.js";
import { el, folded, put } from "./dom.js";
import { deskCustomer, deskOrder, deskStock } from "./deskviews.js";
import { cart, prose } from "./things.js";
import { rows } from "./tables.js";
import { money, plain, titled } from "./words.js";

/** What is left of the two budgets. */
export function meters(budgets) {
  const one = (label) => {
    const text = el("b");
    const bar = el("progress", { max: 1, "aria-label": `${label} left` });
    return { text, bar, node: el("div", { class: "meter" }, el("span", {}, label), text, bar) };
  };
  const exchanges = one("Exchanges"),
    calls = one("Calls"),
    turns = el("b", {}, "0");
  const set = (meter, left, all) => {
    meter.text.textContent = `${left} of ${all} left`;
    meter.bar.max = all || 1;
    meter.bar.value = Math.max(0, left);
    meter.node.classList.toggle("low", left < 1 || left / all < 0.15);
  };
  const update = (beat) => {
    set(exchanges, beat.exchanges_left, budgets.exchanges);
    set(calls, beat.calls_left, budgets.calls);
    turns.textContent = String(beat.turn);
  };
  return {
    node: el(
      "div",
      { class: "meters", role: "group", "aria-label": "Budgets" },
      exchanges.node,
      calls.node,
      el("div", { class: "meter" }, el("span", {}, "Turns"), turns),
    ),
    update,
  };
}

/** Cart, returns, and at the desk what was read and decided. Sections appear when there is something in them. */
export function statePanel(moods) {
  const node = el("div", { class: "state" });
  const update = (state) => {
    const parts = sectionsOf(state, moods);
    put(node, parts.length ? parts : el("p", { class: "box dim" }, "Nothing in the shop has changed yet."));
  };
  return { node, update };
}

const section = (title, ...content) => el("section", { class: "box", "aria-label": title }, el("h3", {}, title), content);

function sectionsOf(state, moods) {
  const { cart: held, returns, standing, reply, order, customer, pages, stock } = state;
  const read = [
    order && folded("Order", () => deskOrder(order)),
    customer && folded("Customer", () => deskCustomer(customer)),
    [...pages].map(([page, text]) => folded(`Policy: ${plain(page)}`, () => prose({ text }))),
    [...stock.values()].map((one) => folded(`Stock: ${one.title}`, () => deskStock(one, order?.shop_currency))),
  ]
    .flat()
    .filter(Boolean);
  return [
    held && section("Cart", cart(held)),
    returns.length > 0 &&
      section("Returns", rows(returns, { columns: ["kind", "order_id", "line_id", "quantity", "amount_cents", "method"], label: "Returns" })),
    state.moods.length > 0 && section("Mood", mood(state.moods, moods)),
    standing && section("Decided", decided(standing, order)),
    reply && section("Reply", el("blockquote", {}, reply)),
    read.length > 0 && section("Read", read),
  ].filter(Boolean);
}

function decided(standing, order) {
  const called = new Map((order?.lines ?? []).map((line) => [line.item_id, line.title]));
  const items = Object.entries(standing.items).map(([id, { resolution, amount_cents }]) =>
    el("li", {}, `${called.get(id) ?? id}: ${plain(resolution)}`, amount_cents ? `, ${money(amount_cents, order?.shop_currency)}` : ""),
  );
  const rest = [
    standing.ticket && `Ticket: ${plain(standing.ticket)}`,
    standing.priority && `Priority: ${standing.priority}`,
    standing.fraud && "Flagged for fraud",
  ].filter(Boolean);
  return [
    items.length > 0 && el("ul", {}, items),
    rest.map((text) => el("p", {}, text)),
    el(
      "p",
      { class: "line" },
      standing.tags.map((tag) => el("span", { class: "tag" }, plain(tag))),
    ),
  ];
}

/** A line that says which episode this is. */
export function caption({ env, level, seed }, player = "") {
  return el(
    "div",
    { class: "caption" },
    el("h1", { tabindex: "-1" }, titled(env)),
    el("p", { class: "dim" }, `level ${level} · seed ${seed}${player ? ` · ${plain(player)}` : ""}`),
  );
}
