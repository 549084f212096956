// Elements. Whatever comes from customers, catalogues or models only ever becomes a text node.

const DRAWN = "http://www.w3.org/2000/svg";

/** An element with its attributes, listeners and children; strings among the children are shown as they are. */
export function el(tag, given = {}, ...children) {
  return filled(document.createElement(tag), given, children);
}

/** The same for drawings. */
export function svg(tag, given = {}, ...children) {
  return filled(document.createElementNS(DRAWN, tag), given, children);
}

function filled(node, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "open") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(
    ...children
      .flat(4)
      .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
      .map(written),
  );
  return node;
}

const written = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

export function put(node, ...children) {
  node.replaceChildren(
    ...children
      .flat(4)
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map(written),
  );
  return node;
}

export function button(label, onclick, given = {}) {
  return el("button", { type: "button", onclick, ...given }, label);
}

/** A heading for those who go from heading to heading by ear; to the eye the place says it. */
export const unseen = (title) => el("h2", { class: "unseen" }, title);

let count = 0;

/** A label and its control, tied together. */
export function field(label, control, about = "") {
  const id = `f${++count}`;
  control.id = id;
  const hint = about ? el("span", { class: "hint", id: `${id}h` }, about) : null;
  if (hint) control.setAttribute("aria-describedby", hint.id);
  return el("div", { class: "field" }, el("label", { for: id }, label), control, hint);
}

export function choice(options, given = {}) {
  return el(
    "select",
    given,
    options.map(([value, label]) => el("option", { value }, label)),
  );
}

/** Told to those who listen instead of looking. */
export function announce(text) {
  document.getElementById("news").textContent = text;
}

/** Something that unfolds; its content is made when it is first opened. */
export function folded(summary, content, given = {}) {
  const { open = false, ...rest } = given;
  const body = el("div", { class: "inside" });
  const node = el("details", rest, el("summary", {}, summary), body);
  let made = false;
  const make = () => {
    if (made) return;
    made = true;
    body.append(...[content()].flat(4).filter(Boolean).map(written));
  };
  node.addEventListener("toggle", () => node.open && make());
  if (open) {
    make();
    node.open = true;
  }
  return node;
}
