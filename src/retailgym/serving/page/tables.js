// Names and values of any result, and tables of like things.

import { el } from "./dom.js";
import { optionsOf } from "./known.js";
import { cell, heading, titled } from "./words.js";

export const rows = (list, { columns = null, currency = "", action = null, label = "" } = {}) => {
  const names = columns ?? [...new Set(list.flatMap((row) => Object.keys(row)))];
  const numeric = (name) => list.every((row) => typeof row[name] === "number");
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": label || "Table" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          names.map((name) => el("th", { scope: "col", class: numeric(name) && "number" }, heading(name))),
          action && el("th", { scope: "col" }, el("span", { class: "unseen" }, "Do")),
        ),
      ),
      el(
        "tbody",
        {},
        list.map((row) =>
          el(
            "tr",
            {},
            names.map((name) =>
              el("td", { class: numeric(name) && "number" }, name === "options" ? optionsOf(row) || "–" : cell(name, row[name], currency)),
            ),
            action && el("td", {}, action(row)),
          ),
        ),
      ),
    ),
  );
};

/** Names and values; lists of like things become tables. */
export function fields(content, currency = content?.currency ?? "") {
  if (content === null || typeof content !== "object") return el("p", {}, cell("", content));
  const entries = Object.entries(content);
  const listed = ([, value]) => Array.isArray(value) && value.length && value.every((one) => one && typeof one === "object");
  const simple = entries.filter((entry) => !listed(entry));
  return [
    simple.length &&
      el(
        "dl",
        { class: "facts" },
        simple.map(([name, value]) => {
          const text = cell(name, value, currency);
          return el("div", { class: text.length > 70 && "long" }, el("dt", {}, heading(name)), el("dd", {}, text));
        }),
      ),
    entries.filter(listed).map(([name, value]) => [el("h3", { class: "part" }, titled(name)), rows(value, { currency, label: titled(name) })]),
  ];
}
