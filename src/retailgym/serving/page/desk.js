// The returns desk: four kinds of evidence, and everything that has to be decided.

import { mood } from "./chart.js";
import { deskCustomer, deskOrder, deskStock } from "./deskviews.js";
import { button, choice, el, field, folded, put } from "./dom.js";
import { prose } from "./things.js";
import { cents, money, plain, titled } from "./words.js";

const PAYING = new Set(["refund", "partial_refund", "store_credit", "exchange"]);

export function deskBoard(menu, visit, at) {
  const enums = (tool, name) => visit.tools.find((one) => one.name === tool).parameters.properties[name].enum;
  const panels = evidence(visit, at, enums("inspect_policy", "page"));
  const choices = decisions(visit, at, enums);
  const moodBox = el("section", { class: "box", "aria-label": "Mood" });
  const update = (state) => {
    panels.update(state);
    choices.update(state);
    put(moodBox, el("h3", {}, "Mood"), state.moods.length ? mood(state.moods, menu.moods) : null);
  };
  return { evidence: panels.node, decisions: choices.node, mood: moodBox, update };
}

function panel(title, ...controls) {
  const body = el(
    "div",
    { class: "evidence", role: "group", "aria-label": `What was read: ${title}` },
    el("p", { class: "dim" }, "Not read yet."),
  );
  const mark = el("span", { class: "tag" }, "not read");
  const node = el(
    "section",
    { class: "box", "aria-label": title },
    el("div", { class: "line" }, el("h3", {}, title), mark),
    el("div", { class: "line" }, controls),
    body,
  );
  const fill = (content) => {
    mark.textContent = "read";
    mark.classList.add("good");
    put(body, content);
  };
  return { node, fill, body };
}

/** Panels that fill when they are inspected, and stay as they are until then. */
function evidence(visit, at, pages) {
  const page = choice(
    pages.map((name) => [name, plain(name)]),
    { "aria-label": "Page of the policy" },
  );
  const stockOf = el("select", { "aria-label": "Item", disabled: true }, el("option", { value: "" }, "the order names the items"));
  const read = button("Read", () => at.act("inspect_policy", { page: page.value }));
  const look = button("Look up", () => stockOf.value && at.act("inspect_inventory", { item_id: stockOf.value }), { disabled: true });
  const order = panel(
    "Order",
    button("Inspect the order", () => at.act("inspect_order", { order_id: [...visit.known.orders.keys()][0] ?? "" })),
  );
  const customer = panel(
    "Customer",
    button("Inspect the customer", () => at.act("inspect_customer", {})),
  );
  const policy = panel("Policy", page, read);
  const stock = panel("Stock", stockOf, look);
  let seen = { order: null, customer: null, pages: 0, stock: 0 };
  const update = (state) => {
    if (state.order && !seen.order) {
      order.fill(deskOrder(state.order));
      stockOf.replaceChildren(
        ...state.order.lines.map((line) =>
          el("option", { value: line.item_id }, `${line.title}${state.order.ticket_items.includes(line.item_id) ? "" : " (not on the ticket)"}`),
        ),
      );
      stockOf.disabled = look.disabled = visit.done;
    }
    if (state.customer && !seen.customer) customer.fill(deskCustomer(state.customer));
    if (state.pages.size > seen.pages)
      policy.fill([...state.pages].reverse().map(([name, text], n) => folded(titled(name), () => prose({ text }), { open: n === 0 })));
    if (state.stock.size > seen.stock)
      stock.fill(
        [...state.stock.values()].reverse().map((one, n) => folded(one.title, () => deskStock(one, state.order?.shop_currency), { open: n === 0 })),
      );
    seen = { order: state.order, customer: state.customer, pages: state.pages.size, stock: state.stock.size };
  };
  return { node: el("div", { class: "column" }, el("h2", {}, "Evidence"), order.node, customer.node, policy.node, stock.node), update };
}

/** What is on the board and not yet sent goes with the ticket: nothing that was typed or chosen is lost. */
function decisions(visit, at, enums) {
  const resolutions = enums("set_item_resolution", "resolution").map((name) => [name, plain(name)]);
  const items = itemsBox(at, resolutions);
  const ticket = setting("Ticket resolution", resolutions, at, (resolution) => ["set_ticket_resolution", { resolution }]);
  const priorities = enums("set_priority", "priority").map((name) => [name, name]);
  const priority = setting("Priority", priorities, at, (value) => ["set_priority", { priority: value }]);
  const tags = tagsBox(visit, at, enums("add_tag", "tag"));
  const fraud = el("input", { type: "checkbox", onchange: () => at.act("flag_fraud", { flagged: fraud.checked }) });
  const fraudField = field("Flag for the fraud team", fraud);
  fraudField.classList.add("tick");
  const reply = replyBox(at);
  const end = submitting(at, [items, ticket, priority, reply], reply);
  const node = el(
    "div",
    { class: "column" },
    el("h2", {}, "Decisions"),
    items.node,
    el("section", { class: "box", "aria-label": "The ticket as a whole" }, ticket.node, priority.node, fraudField),
    tags.node,
    reply.node,
    end.node,
  );
  node.addEventListener("input", end.tell);
  const update = (state) => {
    const standing = state.standing;
    items.update(state);
    tags.update(standing?.tags ?? []);
    fraud.checked = standing?.fraud ?? false;
    ticket.update(standing?.ticket);
    priority.update(standing?.priority);
    reply.update(state.reply);
    end.tell();
  };
  return { node, update };
}

/** One choice with its button. A part of the board knows the calls that it still owes: `unsent` is a list of [label, tool, arguments]. */
function setting(label, options, at, call) {
  const control = choice([["", "choose …"], ...options]);
  let standing = "";
  const node = el(
    "div",
    { class: "line end" },
    field(label, control),
    button("Set", () => control.value && at.act(...call(control.value))),
  );
  const update = (value) => {
    if (value && value !== standing) control.value = standing = value;
  };
  const unsent = () => (control.value && control.value !== standing ? [[label.toLowerCase(), ...call(control.value)]] : []);
  return { node, update, unsent };
}

function replyBox(at) {
  const text = el("textarea", { rows: 7 });
  const saved = el("span", { class: "hint", role: "status" });
  let kept = "";
  const typed = () => text.value.trim();
  const node = el(
    "section",
    { class: "box", "aria-label": "Reply" },
    field("Reply to the customer", text, "What was decided, the amounts, why, when money is paid, and what happens next."),
    el(
      "div",
      { class: "line" },
      button("Keep the draft", () => typed() && at.act("draft_reply", { message: typed() })),
      saved,
    ),
  );
  const update = (reply) => {
    if (reply && !text.value) text.value = reply;
    kept = reply;
    saved.textContent = kept ? "A draft is kept." : "";
  };
  const unsent = () => (typed() && typed() !== kept ? [["reply", "draft_reply", { message: typed() }]] : []);
  return { node, update, unsent, empty: () => !typed() && !kept };
}

/** The last button: it says what else it sends, and asks once more where no reply was written. */
function submitting(at, parts, reply) {
  const hint = el("p", { class: "hint", role: "status" });
  let warned = false;
  const owed = (tell) => parts.flatMap((part) => part.unsent(tell));
  const tell = () => {
    const labels = owed().map(([label]) => label);
    hint.textContent = labels.length ? `Submitting also sends: ${labels.join(", ")}.` : "";
    if (!reply.empty()) warned = false;
  };
  const submit = () => {
    if (reply.empty() && !warned) {
      warned = true;
      hint.textContent = "No reply was written. Write one above, or submit again without.";
      return;
    }
    const calls = owed(true);
    if (calls.every(([, , given]) => given)) at.turn([...calls.map(([, name, given]) => ({ name, arguments: given })), { name: "submit", arguments: {} }]);
  };
  return { node: el("div", { class: "finish" }, hint, button("Submit the ticket", submit, { class: "main wide" })), tell };
}

/** One row per item of the ticket; they are known once the order was read. */
function itemsBox(at, resolutions) {
  const list = el("div", { class: "items" }, el("p", { class: "dim" }, "Inspect the order to see the items."));
  let rowsOf = [];
  const update = (state) => {
    if (state.order && !rowsOf.length) {
      rowsOf = state.order.ticket_items.map((id) => itemRow(at, resolutions, state.order, id));
      put(
        list,
        rowsOf.map((row) => row.node),
      );
    }
    for (const row of rowsOf) row.update(state.standing?.items[row.id]);
  };
  const unsent = (tell) => rowsOf.flatMap((row) => row.unsent(tell));
  return { node: el("section", { class: "box", "aria-label": "Items" }, el("h3", {}, "Items"), list), update, unsent };
}

function itemRow(at, resolutions, order, id) {
  const line = order.lines.find((one) => one.item_id === id);
  const resolution = choice([["", "choose …"], ...resolutions]);
  const amount = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", placeholder: "0.00" });
  const amountField = field(`Amount in ${order.shop_currency}`, amount);
  const wrong = el("span", { class: "trouble", role: "alert", hidden: true });
  const mark = el("span", { class: "tag" }, "open");
  let standing = null;
  amountField.hidden = true;
  resolution.addEventListener("change", () => (amountField.hidden = !PAYING.has(resolution.value)));
  /** The arguments as they stand on the board; null where an amount is none. */
  const given = (tell) => {
    const paid = PAYING.has(resolution.value) ? cents(amount.value || (resolution.value === "exchange" ? "0" : "")) : undefined;
    const sound = paid !== null && resolution.value !== "";
    wrong.hidden = sound || !tell;
    wrong.textContent = resolution.value ? "Give an amount such as 12.34." : "Choose a resolution.";
    if (!sound) return null;
    return { item_id: id, resolution: resolution.value, ...(paid === undefined ? {} : { amount_cents: paid }) };
  };
  const send = () => {
    const call = given(true);
    if (call) at.act("set_item_resolution", call);
  };
  const update = (decided) => {
    if (!decided || (standing && standing.resolution === decided.resolution && standing.amount_cents === decided.amount_cents)) return;
    standing = decided;
    mark.textContent = `${plain(decided.resolution)}${PAYING.has(decided.resolution) ? ` ${money(decided.amount_cents, order.shop_currency)}` : ""}`;
    mark.classList.add("good");
    resolution.value = decided.resolution;
    amountField.hidden = !PAYING.has(decided.resolution);
    if (!amountField.hidden) amount.value = (decided.amount_cents / 100).toFixed(2);
  };
  const unsent = (tell) => {
    if (!resolution.value) return [];
    const same = standing?.resolution === resolution.value && (!PAYING.has(resolution.value) || cents(amount.value || "0") === standing.amount_cents);
    return same ? [] : [[`the resolution of ${line.title}`, "set_item_resolution", given(tell)]];
  };
  const node = el(
    "fieldset",
    {},
    el("legend", {}, `${line.quantity} × ${line.title}`),
    el("div", { class: "line" }, el("code", {}, id), mark),
    el("div", { class: "line end" }, field("Resolution", resolution), amountField, button("Set", send)),
    wrong,
  );
  return { id, node, update, unsent };
}

/** A tick is a call, so what stands is shown again after each. */
function tagsBox(visit, at, tags) {
  const about = visit.tools.find((tool) => tool.name === "add_tag").parameters.properties.tag.description;
  const meaning = (tag) => new RegExp(`\\b${tag}: ([^.]*)\\.`).exec(about)?.[1] ?? "";
  const ticks = new Map(tags.map((tag) => [tag, el("input", { type: "checkbox" })]));
  const rowsOf = tags.map((tag) => {
    const tick = ticks.get(tag);
    tick.addEventListener("change", async () => {
      const taken = await at.act("add_tag", tick.checked ? { tag } : { tag, remove: true });
      if (!taken) tick.checked = !tick.checked;
    });
    const row = field(plain(tag), tick);
    row.classList.add("tick");
    return row;
  });
  const meanings = folded("What the tags mean", () =>
    el(
      "dl",
      { class: "facts" },
      tags.map((tag) => el("div", {}, el("dt", {}, plain(tag)), el("dd", {}, meaning(tag)))),
    ),
  );
  const update = (standing) => ticks.forEach((tick, tag) => (tick.checked = standing.includes(tag)));
  return {
    node: el("section", { class: "box", "aria-label": "Tags" }, el("h3", {}, "Tags"), el("div", { class: "ticks" }, rowsOf), meanings),
    update,
  };
}
