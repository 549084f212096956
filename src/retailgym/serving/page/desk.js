// The returns desk: four kinds of evidence, and everything that has to be decided.

import { mood } from "./chart.js";
import { button, choice, el, field, folded, put } from "./dom.js";
import { deskCustomer, deskOrder, deskStock, prose } from "./things.js";
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
    { class: "evidence", tabindex: "0", role: "group", "aria-label": `What was read: ${title}` },
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

function decisions(visit, at, enums) {
  const resolutions = enums("set_item_resolution", "resolution").map((name) => [name, plain(name)]);
  const items = itemsBox(at, resolutions);
  const ticket = choice([["", "choose …"], ...resolutions]);
  const priority = choice([["", "choose …"], ...enums("set_priority", "priority").map((name) => [name, name])]);
  const tags = tagsBox(visit, at, enums("add_tag", "tag"));
  const fraud = el("input", { type: "checkbox", onchange: () => at.act("flag_fraud", { flagged: fraud.checked }) });
  const fraudField = field("Flag for the fraud team", fraud);
  fraudField.classList.add("tick");
  const reply = el("textarea", { rows: 7 });
  const saved = el("span", { class: "hint", role: "status" });
  const set = (control, send) => button("Set", () => control.value && send(control.value));
  const node = el(
    "div",
    { class: "column" },
    el("h2", {}, "Decisions"),
    items.node,
    el(
      "section",
      { class: "box", "aria-label": "Ticket" },
      el(
        "div",
        { class: "line end" },
        field("Ticket resolution", ticket),
        set(ticket, (resolution) => at.act("set_ticket_resolution", { resolution })),
      ),
      el(
        "div",
        { class: "line end" },
        field("Priority", priority),
        set(priority, (value) => at.act("set_priority", { priority: value })),
      ),
      fraudField,
    ),
    tags.node,
    el(
      "section",
      { class: "box", "aria-label": "Reply" },
      field("Reply to the customer", reply, "What was decided, the amounts, why, when money is paid, and what happens next."),
      el(
        "div",
        { class: "line" },
        button("Keep the draft", () => reply.value.trim() && at.act("draft_reply", { message: reply.value.trim() })),
        saved,
      ),
    ),
    button("Submit the ticket", () => at.act("submit", {}), { class: "main wide" }),
  );
  const update = (state) => {
    items.update(state);
    const standing = state.standing;
    tags.update(standing?.tags ?? []);
    fraud.checked = standing?.fraud ?? false;
    if (standing?.ticket) ticket.value = standing.ticket;
    if (standing?.priority) priority.value = standing.priority;
    if (state.reply && !reply.value) reply.value = state.reply;
    saved.textContent = standing?.reply_drafted ? "A draft is kept." : "";
  };
  return { node, update };
}

/** One row per item of the ticket; they are known once the order was read. */
function itemsBox(at, resolutions) {
  const list = el("div", { class: "items" }, el("p", { class: "dim" }, "Inspect the order to see the items."));
  const marks = new Map();
  const make = (order) =>
    put(
      list,
      order.ticket_items.map((id) => {
        const line = order.lines.find((one) => one.item_id === id);
        const resolution = choice([["", "choose …"], ...resolutions]);
        const amount = el("input", { type: "text", inputmode: "decimal", autocomplete: "off", placeholder: "0.00" });
        const amountField = field(`Amount in ${order.shop_currency}`, amount);
        const wrong = el("span", { class: "trouble", role: "alert", hidden: true });
        const standing = el("span", { class: "tag" }, "open");
        marks.set(id, standing);
        resolution.addEventListener("change", () => (amountField.hidden = !PAYING.has(resolution.value)));
        amountField.hidden = true;
        const send = () => {
          const paid = PAYING.has(resolution.value) ? cents(amount.value || (resolution.value === "exchange" ? "0" : "")) : undefined;
          wrong.hidden = paid !== null && resolution.value !== "";
          wrong.textContent = resolution.value ? "Give an amount such as 12.34." : "Choose a resolution.";
          if (wrong.hidden)
            at.act("set_item_resolution", { item_id: id, resolution: resolution.value, ...(paid === undefined ? {} : { amount_cents: paid }) });
        };
        return el(
          "fieldset",
          {},
          el("legend", {}, `${line.quantity} × ${line.title}`),
          el("div", { class: "line" }, el("code", {}, id), standing),
          el("div", { class: "line end" }, field("Resolution", resolution), amountField, button("Set", send)),
          wrong,
        );
      }),
    );
  let made = false;
  const update = (state) => {
    if (state.order && !made) {
      made = true;
      make(state.order);
    }
    for (const [id, { resolution, amount_cents }] of Object.entries(state.standing?.items ?? {})) {
      const mark = marks.get(id);
      if (!mark) continue;
      mark.textContent = `${plain(resolution)}${PAYING.has(resolution) ? ` ${money(amount_cents, state.order.shop_currency)}` : ""}`;
      mark.classList.add("good");
    }
  };
  return { node: el("section", { class: "box", "aria-label": "Items" }, el("h3", {}, "Items"), list), update };
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
