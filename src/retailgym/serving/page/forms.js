// A form for any tool, made from its schema. A person cannot send anything malformed with it.

import { button, choice, el, field, folded } from "./dom.js";
import { filters } from "./filters.js";
import { money, plain, titled } from "./words.js";

const LONG = new Set(["message", "question"]);
const OTHER = "\u0000other";

const COUNTS = new Set(["quantity"]); // a number that nobody may leave to chance: it is typed, never taken from a default

class Missing extends Error {}

/** A tool's schema in full: what several tools take is described once, by the first of them ("As in NAME."). */
export function inFull(tools, name) {
  const tool = tools.find((one) => one.name === name);
  const properties = Object.entries(tool.parameters.properties ?? {}).map(([key, about]) => {
    const other = /^As in (\w+)\.$/.exec(about.type === "object" ? about.description ?? "" : "");
    return [key, other ? tools.find((one) => one.name === other[1]).parameters.properties[key] : about];
  });
  return { ...tool, parameters: { ...tool.parameters, properties: Object.fromEntries(properties) } };
}

/** The form of a tool. `send(arguments)` is called with what was filled in. */
export function toolForm(schema, known, send, { filled = {}, label = "Call" } = {}) {
  const parts = partsOf(schema.parameters, schema.parameters.$defs ?? {}, known, filled, schema.name);
  const wrong = el("p", { class: "trouble", role: "alert", hidden: true });
  const about = el("p", { class: "about" }, schema.description);
  const searches = "query" in (schema.parameters.properties ?? {}); // what is looked for comes first
  const form = el(
    "form",
    { class: "tool", novalidate: true, "aria-label": schema.name },
    searches ? null : about,
    parts.map((part) => part.node),
    wrong,
    el("button", { type: "submit", class: "main" }, label),
    searches ? folded("What it does", () => about) : null,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    wrong.hidden = true;
    try {
      send(gathered(parts));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  });
  return form;
}

const gathered = (parts) => Object.fromEntries(parts.map((part) => [part.name, part.read()]).filter(([, value]) => value !== undefined));

/** A part has a name, a node, and reads to a value, or to undefined where it is left out. */
function partsOf(schema, defs, known, filled, tool) {
  const needed = new Set(schema.required ?? []);
  const parts = [];
  const chosen = () => Object.fromEntries(parts.map((part) => [part.name, part.peek?.()]));
  const rank = (name) => ({ query: -1, cursor: 1 })[name] ?? 0;
  for (const [name, about] of Object.entries(schema.properties ?? {}).sort(([a], [b]) => rank(a) - rank(b))) {
    const given = {
      name,
      about: about.$ref ? defs[about.$ref.split("/").pop()] : about,
      needed: needed.has(name) || COUNTS.has(name),
      value: filled[name],
      tool,
      defs,
      known,
      chosen,
    };
    parts.push({ name, ...part(given) });
  }
  for (const one of parts) one.listen?.(() => parts.forEach((other) => other !== one && other.refresh?.()));
  return parts;
}

function part(given) {
  const { name, about, known } = given;
  if (name === "cursor") return cursor(given);
  if (about.enum) return listed(given);
  if (about.type === "object") return together(given);
  if (about.type === "array" && "op" in (about.items.properties ?? {})) return filters(given);
  if (about.type === "array") return known.options(name) ? several(given) : named(given);
  if (about.type === "boolean") return given.needed || "default" in about ? yesNo(given) : either(given);
  if (about.type === "integer" || (about.anyOf?.[0].type === "integer" && about.anyOf.length === 2)) return whole(given);
  return known.options(name) ? picked(given) : words(given);
}

const absent = (given, what) => {
  if (given.needed) throw new Missing(`${titled(given.name)}: ${what}.`);
  return undefined;
};

function words(given) {
  const control = LONG.has(given.name) ? el("textarea", { rows: 3 }) : el("input", { type: "text", autocomplete: "off" });
  control.value = given.value ?? "";
  return { node: field(titled(given.name), control, given.about.description), read: () => control.value.trim() || absent(given, "write something") };
}

function whole(given) {
  const control = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: given.value ?? (COUNTS.has(given.name) ? "" : (given.about.default ?? "")) });
  const inMoney = el("output", { class: "hint" });
  const echo = () =>
    (inMoney.textContent =
      given.name.endsWith("_cents") && /^[-−]?\d{1,15}$/.test(control.value.trim()) ? `= ${money(Number(control.value.replace("−", "-")))}` : "");
  control.addEventListener("input", echo);
  echo();
  const read = () => {
    const text = control.value.trim().replace("−", "-");
    if (!text) return absent(given, "give a whole number");
    if (!/^-?\d{1,15}$/.test(text)) throw new Missing(`${titled(given.name)}: ${text} is no whole number that a shop would use.`);
    return Number(text);
  };
  return { node: el("div", {}, field(titled(given.name), control, given.about.description), inMoney), read };
}

function yesNo(given) {
  const control = el("input", { type: "checkbox", checked: given.value ?? given.about.default ?? false });
  const node = field(titled(given.name), control, given.about.description);
  node.classList.add("tick");
  return { node, read: () => control.checked };
}

/** Yes, no, or whichever: for what may be left open. */
function either(given) {
  const control = choice([["", "either"], ["true", "yes"], ["false", "no"]], { value: "" });
  control.value = given.value === undefined || given.value === null ? "" : String(given.value);
  return { node: field(titled(given.name), control, given.about.description), read: () => (control.value ? control.value === "true" : undefined) };
}

/** Names, written with commas between them. */
function named(given) {
  const control = el("input", { type: "text", autocomplete: "off", placeholder: "with commas between them" });
  control.value = (given.value ?? []).join(", ");
  const read = () => {
    const all = control.value.split(",").map((one) => one.trim()).filter(Boolean);
    return all.length ? all : absent(given, "write one or several");
  };
  return { node: field(titled(given.name), control, given.about.description), read };
}

function listed(given) {
  const control = choice([["", "choose …"], ...given.about.enum.map((value) => [value, plain(value)])], { value: "" });
  control.value = given.value ?? "";
  return { node: field(titled(given.name), control, given.about.description), read: () => control.value || absent(given, "choose one") };
}

/** An id, picked from what was shown; one that was not can still be typed. */
function picker(given, start = "") {
  const select = el("select");
  const typed = el("input", { type: "text", autocomplete: "off", hidden: true, "aria-label": `${titled(given.name)}, typed`, placeholder: "id" });
  const refresh = () => {
    const now = select.value || start;
    const options = given.known.options(given.name, given.chosen());
    if (start && !options.some(([id]) => id === start)) options.unshift([start, start]);
    const head = options.length ? "pick from what was shown …" : "nothing was shown yet";
    select.replaceChildren(...[["", head], ...options, [OTHER, "type an id …"]].map(([value, label]) => el("option", { value }, label)));
    select.value = [...select.options].some((option) => option.value === now) ? now : "";
    typed.hidden = select.value !== OTHER;
  };
  select.addEventListener("change", () => {
    typed.hidden = select.value !== OTHER;
    if (!typed.hidden) typed.focus();
  });
  const value = () => (select.value === OTHER ? typed.value.trim() : select.value);
  refresh();
  return { select, typed, refresh, value };
}

function picked(given) {
  const own = picker(given, given.value ?? "");
  const node = el("div", {}, field(titled(given.name), own.select, given.about.description), own.typed);
  return {
    node,
    refresh: own.refresh,
    peek: own.value,
    listen: (heard) => own.select.addEventListener("change", heard),
    read: () => own.value() || absent(given, "pick one"),
  };
}

/** Several ids in an order that counts. */
function several(given) {
  const list = el("ol", { class: "picks" });
  const pickers = new Map();
  const move = (row, by) => {
    const all = [...list.children];
    const to = all[all.indexOf(row) + by];
    if (to) by < 0 ? to.before(row) : to.after(row);
  };
  const add = (value = "") => {
    const own = picker(given, value);
    own.select.setAttribute("aria-label", titled(given.name.replace(/s$/, "")));
    const row = el("li", {}, own.select, own.typed);
    row.append(
      el(
        "span",
        { class: "line" },
        button("↑", () => move(row, -1), { "aria-label": "Move up" }),
        button("↓", () => move(row, 1), { "aria-label": "Move down" }),
        button("✕", () => row.remove(), { "aria-label": "Take out" }),
      ),
    );
    pickers.set(row, own);
    list.append(row);
    return own;
  };
  for (const value of given.value ?? []) add(value);
  if (!list.children.length) add();
  const all = () => {
    for (const [row, own] of pickers) if (!own.value()) row.remove();
    for (const id of given.known.latest) add(id);
  };
  const node = el(
    "fieldset",
    {},
    el("legend", {}, titled(given.name)),
    list,
    el(
      "div",
      { class: "line" },
      button("One more", () => add().select.focus()),
      given.known.latest.length > 1 && button(`All ${given.known.latest.length} of the last result`, all),
    ),
  );
  const read = () => {
    const ids = [...list.children].map((row) => pickers.get(row).value()).filter(Boolean);
    return ids.length ? ids : absent(given, "pick at least one");
  };
  return { node, read };
}

/** The next page of what was asked before. */
function cursor(given) {
  const after = given.value || given.known.cursors.get(given.tool) || "";
  const control = choice([["", "first page"], ...(after ? [[after, "next page"]] : [])]);
  control.value = given.value ?? "";
  return { node: field("Page", control), read: () => control.value || undefined };
}

function together(given) {
  const parts = partsOf(given.about, given.defs, given.known, given.value ?? {}, given.tool);
  const node = el(
    "fieldset",
    {},
    el("legend", {}, titled(given.name)),
    given.about.description && el("p", { class: "hint" }, given.about.description),
    parts.map((one) => one.node),
  );
  return { node, read: () => gathered(parts) };
}
