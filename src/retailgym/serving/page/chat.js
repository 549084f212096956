// A conversation: bubbles for what was said, folded lines for what was done.

import { el, folded } from "./dom.js";
import { gist, shown } from "./things.js";
import { cell, plain } from "./words.js";

/** The nodes of one turn. `open` unfolds its results. */
export function beatNodes(beat, { at = null, open = false } = {}) {
  return beat.moments.flatMap((moment) => momentNodes(moment, at, open));
}

function momentNodes({ said, call, message, heard }, at, open) {
  const nodes = [];
  if (said !== undefined && said !== null) {
    const aside = !message && !call;
    nodes.push(bubble("agent", aside ? "Agent, beside the calls and not delivered" : "Agent", said));
    if (heard) nodes.push(hearing(heard));
  }
  if (call) nodes.push(done(call, message, at, open));
  else if (message) nodes.push(cameBack(message));
  return nodes;
}

function bubble(who, name, words) {
  return el("div", { class: `bubble ${who}` }, el("span", { class: "who" }, name), el("p", {}, words || "…"));
}

/** What the customer made of a message, once the episode is over. */
function hearing({ asked, free, why }) {
  const topics = asked.length ? `heard: ${asked.join(", ")}` : "heard no question";
  return el("p", { class: free ? "heard" : "heard wasted" }, `${topics} · ${free ? "free" : "wasted"}: ${why}`);
}

function cameBack(message) {
  if (message.type === "customer") return bubble("customer", "Customer", message.text);
  if (message.type === "result")
    return typeof message.content === "string"
      ? bubble("customer", "Customer", message.content)
      : el("div", { class: "loose" }, shown(message.content));
  return el("p", { class: "trouble" }, trouble(message));
}

const trouble = (message) =>
  message.type === "skipped" ? `${message.tool} was not run: the episode had ended, or a budget was used up.` : message.text;

/** One call and its result. */
function done(call, message, at, open) {
  const bad = message && message.type !== "result";
  const summary = [
    el("code", {}, call.name),
    el("span", { class: "arguments" }, brief(call.arguments)),
    message && el("span", { class: bad ? "gist bad" : "gist" }, gist(message)),
  ];
  return folded(summary, () => inside(call, message, at), { class: "done", open: open || bad });
}

function inside(call, message, at) {
  if (!message) return el("p", { class: "dim" }, "Nothing came back.");
  if (message.type !== "result") return el("p", { class: "trouble" }, trouble(message));
  if (typeof message.content === "string") return bubble("customer", "Customer", message.content);
  const long = Object.values(call.arguments ?? {}).filter((value) => typeof value === "string" && value.length > 60);
  return [long.map((text) => el("blockquote", {}, text)), shown(message.content, at)];
}

/** Arguments in a line. */
export function brief(given) {
  if (!given || typeof given !== "object") return given ? String(given) : "";
  return Object.entries(given)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${plain(name)} ${short(name, value)}`)
    .join(" · ");
}

function short(name, value) {
  const text =
    name === "filters" && Array.isArray(value)
      ? value.map((f) => `${f?.name} ${SIGNS[f?.op] ?? f?.op} ${f?.value}`).join(", ")
      : name.endsWith("_cents")
        ? String(value)
        : cell(name, value);
  return text.length > 60 ? `${text.slice(0, 57)} …` : text;
}

const SIGNS = { eq: "=", lte: "≤", gte: "≥", in: "in" };
