// What has been shown so far, so that ids are picked instead of typed.

const CLAUSE = /^ {2}(\S+) {2}(.*)$/gm;

export class Known {
  constructor() {
    this.products = new Map();
    this.variants = new Map();
    this.orders = new Map();
    this.lines = new Map();
    this.parcels = new Map();
    this.items = new Map();
    this.clauses = new Map();
    this.articles = new Map();
    this.cursors = new Map(); // by tool: where the next page begins
    this.facets = new Map();
    this.shelves = new Set();
    this.brands = new Set();
    this.asked = new Map(); // by tool: what was asked last
    this.latest = []; // products of the last result that listed any
  }

  /** Learn from one moment of an episode. */
  learn({ call, message }) {
    if (!message) return;
    if (message.type === "customer") this.read(message.text);
    if (message.type !== "result") return;
    if (call) this.asked.set(call.name, call.arguments);
    if (typeof message.content === "string") return this.read(message.content);
    if (message.content && "next_cursor" in message.content) this.cursors.set(message.tool, message.content.next_cursor);
    this.walk(message.content, {});
    const listed = message.content?.results ?? message.content?.products;
    if (Array.isArray(listed)) this.latest = listed.map((one) => one.product_id).filter(Boolean);
  }

  read(text) {
    for (const [, id] of text.matchAll(/\border (o[0-9a-z]{6,})/g)) this.orders.set(id, { label: "named by the customer" });
  }

  walk(thing, above) {
    if (Array.isArray(thing)) return thing.forEach((one) => this.walk(one, above));
    if (!thing || typeof thing !== "object") return;
    const here = {
      ...above,
      ...Object.fromEntries(Object.entries(thing).filter(([key, value]) => key.endsWith("_id") && typeof value === "string")),
    };
    this.note(thing, here);
    for (const value of Object.values(thing)) if (value && typeof value === "object") this.walk(value, here);
  }

  note(thing, here) {
    const called = thing.title ?? "";
    if (thing.product_id && called) this.add(this.products, thing.product_id, { label: called, cents: thing.price_cents });
    if (thing.variant_id) this.add(this.variants, thing.variant_id, { label: optionsOf(thing), product: here.product_id, cents: thing.price_cents });
    if (thing.order_id && (thing.lines || thing.placed_day !== undefined)) {
      const inside = (thing.lines ?? []).map((line) => line.title).join("; ");
      this.add(this.orders, thing.order_id, { label: inside });
    }
    if (thing.line_id && called) this.add(this.lines, thing.line_id, { label: called, order: here.order_id });
    if (thing.parcel_id && thing.carrier) this.add(this.parcels, thing.parcel_id, { label: thing.carrier, order: here.order_id });
    if (thing.item_id && called) this.add(this.items, thing.item_id, { label: called });
    if (thing.shelf) this.shelves.add(thing.shelf);
    if (thing.brand) this.brands.add(thing.brand);
    for (const facet of Array.isArray(thing.facets) ? thing.facets : []) this.facets.set(facet.name, facet);
    if (typeof thing.article === "string") this.add(this.articles, thing.article, { label: thing.title ?? "" });
    if (typeof thing.clause_id === "string" && thing.clause_id) this.add(this.clauses, thing.clause_id, { label: "" });
    if (typeof thing.snippet === "string") this.add(this.clauses, ...split(thing.snippet));
    if (typeof thing.text === "string") for (const [, id, words] of thing.text.matchAll(CLAUSE)) this.add(this.clauses, id, { label: words });
  }

  /** The latest shown comes last, and what was known of it stays. */
  add(map, id, about) {
    const before = map.get(id) ?? {};
    map.delete(id);
    map.set(id, { ...before, ...Object.fromEntries(Object.entries(about).filter(([, value]) => value !== "" && value !== undefined)) });
  }

  /** What fits a parameter, the latest first; null where it names nothing that is shown. */
  options(name, chosen = {}) {
    const map = {
      product_id: this.products,
      product_ids: this.products,
      items: this.products,
      variant_id: this.variants,
      order_id: this.orders,
      line_id: this.lines,
      parcel_id: this.parcels,
      item_id: this.items,
      clause_id: this.clauses,
      article_name: this.articles,
    }[name];
    if (!map) return null;
    let all = [...map.entries()].reverse();
    if (name === "variant_id" && chosen.product_id) all = all.filter(([, about]) => about.product === chosen.product_id);
    if ((name === "line_id" || name === "parcel_id") && chosen.order_id) all = all.filter(([, about]) => about.order === chosen.order_id);
    return all.map(([id, about]) => [id, about.label ? `${id} · ${about.label}` : id]);
  }
}

const split = (snippet) => {
  const [id, ...words] = snippet.split("  ");
  return [id, { label: words.join(" ") }];
};

export const optionsOf = (thing) =>
  typeof thing.options === "string"
    ? thing.options
    : Object.entries(thing.options ?? {})
        .map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`)
        .join(", ");
