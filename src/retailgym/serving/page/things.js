// Results as people read them: product cards, tables, pages of the policy. `at` offers what can be done with them; without it they are only shown.

import { deskCustomer, deskOrder, deskStock } from "./deskviews.js";
import { button, el } from "./dom.js";
import { optionsOf } from "./known.js";
import { fields, rows } from "./tables.js";
import { date, money, plain, titled } from "./words.js";

/** Any result of a tool. */
export function shown(content, at = null) {
  const kind = KINDS.find(([fits]) => fits(content));
  return kind ? kind[1](content, at) : fields(content);
}

/** What a result comes to, in a few words. */
export function gist(message) {
  if (message.type === "refusal") return "refused";
  if (message.type === "failure") return "failed";
  if (message.type === "mistake") return "malformed";
  if (message.type === "skipped") return "not run";
  const found = message.content;
  if (!found || typeof found !== "object") return "";
  const counted = [
    ["results", "product"],
    ["variants", "variant"],
    ["products", "product"],
    ["orders", "order"],
    ["sections", "section"],
    ["visits", "visit"],
    ["lines", "line"],
  ];
  const [name, noun] = counted.find(([key]) => Array.isArray(found[key])) ?? [];
  if (!name) return found.told ?? "";
  const listed = found[name].length;
  const many = found.total ?? listed;
  const part = many > listed ? (listed ? `${listed} of ` : "counted ") : "";
  return `${part}${many} ${noun}${many === 1 ? "" : "s"}${found.total_cents !== undefined ? `, ${money(found.total_cents, found.currency)}` : ""}`;
}

const can = (at, tool) => at?.tools.has(tool);

function hits({ results, next_cursor, total }, at) {
  const none = total ? "They were counted, none of them shown." : "Nothing was found.";
  const cards = results.map((hit) =>
    el(
      "li",
      { class: `card${hit.in_stock ? "" : " gone"}` },
      el("strong", {}, hit.title),
      el(
        "span",
        { class: "dim" },
        `${hit.brand} · `,
        can(at, "catalog_search")
          ? button(hit.shelf, () => at.fill("catalog_search", { filters: [{ name: "shelf", op: "eq", value: hit.shelf }] }), {
              class: "link",
              title: "Search on this shelf only",
            })
          : hit.shelf,
      ),
      el(
        "span",
        { class: "line" },
        el("b", {}, money(hit.price_cents)),
        el("span", {}, `★ ${hit.rating}`),
        el("span", {}, `${hit.shipping_days} d`),
        !hit.in_stock && el("span", { class: "tag bad" }, "sold out"),
      ),
      el("code", {}, hit.product_id),
      can(at, "catalog_get_product") &&
        el(
          "span",
          { class: "line" },
          button("Page", () => at.act("catalog_get_product", { product_id: hit.product_id }), { "aria-label": `Page of ${hit.title}` }),
          can(at, "catalog_get_variants") &&
            button("Variants", () => at.act("catalog_get_variants", { product_id: hit.product_id }), { "aria-label": `Variants of ${hit.title}` }),
        ),
    ),
  );
  return [
    results.length ? el("ul", { class: "cards" }, cards) : el("p", { class: "dim" }, none),
    next_cursor &&
      (can(at, "catalog_search")
        ? button("Next page", () => at.act("catalog_search", { ...at.asked("catalog_search"), cursor: next_cursor }))
        : el("p", { class: "dim" }, "There are more pages.")),
  ];
}

function variants({ product_id, title, variants: all }, at) {
  const action =
    can(at, "cart_add") &&
    ((row) =>
      button("Add to cart …", () => at.fill("cart_add", { product_id, variant_id: row.variant_id }), {
        "aria-label": `Add ${optionsOf(row)} to the cart`,
        disabled: !row.in_stock,
      }));
  return [
    el("h3", { class: "part" }, title),
    rows(all, { columns: ["variant_id", "options", "price_cents", "in_stock"], action: action || null, label: `Variants of ${title}` }),
  ];
}

function page(content, at) {
  const { title, brand, description, attributes, shown_variant, variants: many, product_id, ...rest } = content;
  return [
    el("h3", { class: "part" }, title),
    el("p", {}, description),
    fields({ brand, ...rest, ...attributes }),
    el(
      "p",
      { class: "dim" },
      `Shown: ${optionsOf(shown_variant)}, ${money(shown_variant.price_cents)}, ${shown_variant.in_stock} in stock. `,
      can(at, "catalog_get_variants") ? button(`All ${many} variants`, () => at.act("catalog_get_variants", { product_id })) : `${many} variants.`,
    ),
  ];
}

/** Products as columns, attributes as rows: what differs is what matters. */
function comparison({ products }, at) {
  const names = [...new Set(products.flatMap((p) => Object.keys(p.attributes)))];
  const row = (label, value) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, label),
      products.map((p) => el("td", {}, value(p))),
    );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Comparison" },
    el(
      "table",
      { class: "compared" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          products.map((p) => el("th", { scope: "col" }, p.title)),
        ),
      ),
      el(
        "tbody",
        {},
        row("Id", (p) => el("code", {}, p.product_id)),
        row("Brand", (p) => p.brand),
        row("Price", (p) => money(p.price_cents)),
        row("Rating", (p) => p.rating),
        row("Shipping days", (p) => p.shipping_days),
        row("In stock", (p) => (p.in_stock ? "yes" : "no")),
        names.map((name) => row(titled(name), (p) => p.attributes[name] ?? "–")),
        can(at, "catalog_get_variants") &&
          row("", (p) =>
            button("Variants", () => at.act("catalog_get_variants", { product_id: p.product_id }), { "aria-label": `Variants of ${p.title}` }),
          ),
      ),
    ),
  );
}

export function cart({ lines, total_cents }) {
  if (!lines.length) return el("p", { class: "dim" }, "The cart is empty.");
  return [
    rows(lines, { columns: ["title", "options", "quantity", "price_cents"], label: "Cart" }),
    el("p", { class: "total" }, "Total ", el("b", {}, money(total_cents))),
  ];
}

function orders({ account, orders: all, next_cursor }, at) {
  return [
    fields(account),
    el(
      "ul",
      { class: "cards wide" },
      all.map((order) =>
        el(
          "li",
          { class: "card" },
          el(
            "span",
            { class: "line" },
            el("code", {}, order.order_id),
            el("span", { class: "dim" }, `${date(order.placed_day)}, for ${order.recipient}`),
          ),
          order.lines.map((line) => el("span", {}, `${line.quantity} × ${line.title}, ${money(line.unit_cents, account.currency)}`)),
          can(at, "order_get") &&
            button("Open", () => at.act("order_get", { order_id: order.order_id }), { "aria-label": `Open order ${order.order_id}` }),
        ),
      ),
    ),
    next_cursor &&
      (can(at, "order_list")
        ? button("Older orders", () => at.act("order_list", { cursor: next_cursor }))
        : el("p", { class: "dim" }, "There are older orders.")),
  ];
}

function order(content) {
  const { lines, parcels, payments, currency, ...rest } = content;
  return [
    fields({ ...rest, currency }, currency),
    el("h3", { class: "part" }, "Lines"),
    rows(lines, {
      columns: ["line_id", "title", "options", "quantity", "already_returned", "unit_cents", "tax_cents", "marks", "department", "parcel_id"],
      currency,
      label: "Lines",
    }),
    el("h3", { class: "part" }, "Payments"),
    rows(payments, { currency, label: "Payments" }),
    parcels.map((parcel) => [
      el("h3", { class: "part" }, `Parcel ${parcel.parcel_id}, ${parcel.carrier}, promised for ${date(parcel.promised_day)}`),
      parcel.scans.length ? rows(parcel.scans, { label: `Scans of ${parcel.parcel_id}` }) : el("p", { class: "dim" }, "No scans yet."),
    ]),
  ];
}

function sections({ sections: all }, at) {
  return el(
    "ul",
    { class: "cards wide" },
    all.map((hit) =>
      el(
        "li",
        { class: "card" },
        el("strong", {}, `${hit.title}: ${hit.section}`),
        el("span", {}, hit.snippet),
        can(at, "policy_read") &&
          button("Read the article", () => at.act("policy_read", { article_name: hit.article }), { "aria-label": `Read the article ${hit.title}` }),
      ),
    ),
  );
}

/** A page of the policy: paragraphs, and clauses with their numbers. */
export function prose({ text }) {
  return el(
    "div",
    { class: "prose" },
    text.split(/\n\n+/).map((block, n) => {
      const clauses = [...block.matchAll(/^ {2}(\S+) {2}(.*)$/gm)];
      const head = block.split("\n")[0];
      if (!clauses.length) return n ? el("p", {}, block) : el("h3", {}, block);
      return [
        !head.startsWith("  ") && el("h4", {}, head),
        el(
          "dl",
          { class: "clauses" },
          clauses.map(([, id, words]) => el("div", {}, el("dt", {}, id), el("dd", {}, words))),
        ),
      ];
    }),
  );
}

function standing({ items, ticket, priority, tags, fraud, reply_drafted }) {
  const decided = Object.entries(items).map(([item_id, decision]) => ({ item_id, ...decision, resolution: plain(decision.resolution) }));
  return [
    decided.length > 0 && rows(decided, { label: "Items" }),
    fields({ ticket: plain(ticket), priority, tags: tags.map(plain), fraud, reply_drafted }),
  ];
}

const KINDS = [
  [(c) => typeof c !== "object" || c === null, (c) => el("p", {}, String(c))],
  [(c) => Array.isArray(c.results), hits],
  [(c) => c.shown_variant, page],
  [(c) => Array.isArray(c.variants) && c.product_id, variants],
  [(c) => Array.isArray(c.products) && c.products.every((p) => p.attributes), comparison],
  [(c) => Array.isArray(c.lines) && "total_cents" in c && !c.order_id, cart],
  [(c) => Array.isArray(c.orders), orders],
  [(c) => c.order_id && Array.isArray(c.parcels), order],
  [(c) => Array.isArray(c.sections), sections],
  [(c) => typeof c.text === "string", prose],
  [(c) => c.order?.ticket_items, (c) => deskOrder(c.order)],
  [(c) => c.customer?.customer_id, (c) => deskCustomer(c.customer)],
  [(c) => c.stock?.item_id, (c) => deskStock(c.stock)],
  [(c) => "reply_drafted" in c, standing],
];
