// Conditions on a search: chips for what can be filtered, chips for what is set.

import { button, choice, el, put } from "./dom.js";
import { plain } from "./words.js";

const NAMES = ["shelf", "brand", "price", "rating", "shipping_days", "in_stock", "category"];
const OPS = [
  ["eq", "is"],
  ["lte", "at most"],
  ["gte", "at least"],
  ["in", "one of"],
];
const SIGNS = { eq: "=", lte: "≤", gte: "≥", in: "one of" };
const SHOWN = 12; // values offered as chips; the others can be typed

/** Part of a form: reads to a list of filters, or to undefined where none is set. */
export function filters(given) {
  const { known } = given;
  const set = [...(given.value ?? [])];
  const chosen = el("div", { class: "chips", role: "group", "aria-label": "Filters that are set" });
  const editor = el("div", { class: "editor" });
  let open = null;
  const names = [...new Set([...NAMES.filter((name) => name !== "category"), ...known.facets.keys(), "category"])];
  const show = () =>
    put(
      chosen,
      set.map((one, n) =>
        button(`${plain(one.name)} ${SIGNS[one.op] ?? one.op} ${[one.value].flat().join(", ")} ✕`, () => (set.splice(n, 1), show()), {
          class: "chip on",
          "aria-label": `Take out the filter on ${plain(one.name)}`,
        }),
      ),
    );
  const add = (filter) => {
    set.push(filter);
    open = null;
    put(editor);
    show();
  };
  const edit = (name) => {
    open = valueEditor(name, known, add);
    put(editor, open.node);
    open.first.focus();
  };
  const offers = names.map((name) => button(plain(name), () => edit(name), { class: "chip", "aria-label": `Filter by ${plain(name)}` }));
  const other = button("other …", () => edit(""), { class: "chip", "aria-label": "Filter by another name" });
  show();
  const node = el(
    "fieldset",
    { class: "filters" },
    el("legend", {}, "Filters"),
    chosen,
    el("div", { class: "chips", role: "group", "aria-label": "What can be filtered" }, offers, other),
    editor,
  );
  const read = () => {
    const last = open?.filter();
    if (last) add(last); // what was typed and not yet added counts
    return set.length ? [...set] : undefined;
  };
  return { node, read };
}

/** The values that were shown for a name, as chips, and a field for any other. */
function valueEditor(typedName, known, add) {
  const name = el("input", { type: "text", placeholder: "name", "aria-label": "Filter name", autocomplete: "off", value: typedName });
  name.hidden = Boolean(typedName);
  const facet = known.facets.get(typedName);
  const values = { shelf: [...known.shelves], brand: [...known.brands], in_stock: ["true", "false"] }[typedName] ?? facet?.values ?? [];
  const op = choice(OPS, { "aria-label": "Filter comparison" });
  op.value = typedName === "price" || typedName === "shipping_days" ? "lte" : typedName === "rating" ? "gte" : "eq";
  const value = el("input", {
    type: "text",
    placeholder: typedName === "price" ? "such as 49.99" : facet?.unit ? `in ${facet.unit}` : "value",
    "aria-label": "Filter value",
    autocomplete: "off",
  });
  const filter = () => {
    const called = name.value.trim();
    if (!called || !value.value.trim()) return null;
    const one = (text) => typed(text, called);
    return { name: called, op: op.value, value: op.value === "in" ? value.value.split(",").map(one) : one(value.value) };
  };
  const done = () => filter() && add(filter());
  value.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !value.value.trim()) return;
    event.preventDefault(); // it adds the filter; the search waits
    done();
  });
  const pick = (one) => {
    value.value = String(one);
    done();
  };
  const chips = values.slice(0, SHOWN).map((one) => button(`${one}${facet?.unit ? ` ${facet.unit}` : ""}`, () => pick(one), { class: "chip" }));
  const node = el(
    "div",
    { class: "value", role: "group", "aria-label": typedName ? `Filter by ${plain(typedName)}` : "Filter by another name" },
    el("b", {}, typedName ? plain(typedName) : "Another name"),
    name,
    el("div", { class: "line" }, op, value, button("Add", done, { "aria-label": "Add the filter" })),
    chips.length > 0 && el("div", { class: "chips" }, chips),
  );
  return { node, filter, first: typedName ? value : name };
}

function typed(text, name) {
  const value = text.trim();
  if (/^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  return name === "in_stock" && /^(true|false)$/.test(value) ? value === "true" : value;
}
