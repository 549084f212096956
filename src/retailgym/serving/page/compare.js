// Two paths through the same episode, turn beside turn.

import { get } from "./api.js";
import { beatNodes } from "./chat.js";
import { el, put, unseen } from "./dom.js";
import { verdictPanel } from "./verdict.js";
import { plain, score, specParts } from "./words.js";

/** The place of the first turn that differs, in what was done or in what came back; -1 where none does. */
export function firstDifference(a, b) {
  const many = Math.max(a.length, b.length);
  for (let n = 0; n < many; n++) if (!a[n] || !b[n] || written(a[n]) !== written(b[n])) return n;
  return -1;
}

/** An argument that is empty is as good as left out, and the id of a call means nothing. */
const written = (beat) =>
  ordered(
    beat.moments.map(({ said, call, message }) => ({
      said: said ?? null,
      name: call?.name ?? null,
      given: meant(call?.arguments),
      message: message ? { ...message, id: null } : null,
    })),
  );

const meant = (given) =>
  given && typeof given === "object"
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "" && value !== null))
    : (given ?? null);

const ordered = (value) =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

export function sideBySide(left, right) {
  const first = firstDifference(left.beats, right.beats);
  const many = Math.max(left.beats.length, right.beats.length);
  const head = (story) =>
    el(
      "div",
      { class: "cell head" },
      el("b", {}, plain(story.player || "no name")),
      story.verdict && el("span", { class: `tag ${story.verdict.success ? "good" : "bad"}` }, `reward ${score(story.verdict.reward)}`),
      el("span", { class: "dim" }, `${story.beats.length - 1} turn${story.beats.length === 2 ? "" : "s"}`),
    );
  const rows = Array.from({ length: many }, (_, n) => [
    n === first && el("p", { class: "difference", id: "difference" }, n ? `First difference: turn ${n}` : "They differ from the start"),
    [left, right].map((story) =>
      el(
        "div",
        { class: `cell${first >= 0 && n >= first ? " apart" : ""}` },
        story.beats[n] ? [el("span", { class: "turn" }, n ? `Turn ${n}` : "Opening"), beatNodes(story.beats[n])] : el("span", { class: "dim" }, "–"),
      ),
    ),
  ]);
  return el(
    "div",
    { class: "pair" },
    head(left),
    head(right),
    rows,
    first < 0 && el("p", { class: "difference same" }, "Both did the same, turn by turn."),
  );
}

/** Two records, or a record and the expert. */
export async function compare(main, menu, ids) {
  const [a, b] = ids.split("/");
  const [left, right] = await Promise.all([
    get(`page/api/records/${a}`),
    get(b === "expert" ? `page/api/records/${a}/expert` : `page/api/records/${b}`),
  ]);
  const named = specParts(left.spec);
  const same = left.spec === right.spec;
  const jump = el("a", { class: "button quiet", href: "#difference" }, "Go to the first difference");
  jump.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("difference")?.scrollIntoView({ block: "center" });
  });
  put(
    main,
    el(
      "div",
      { class: "headbar" },
      el(
        "div",
        { class: "caption" },
        el("h1", { tabindex: "-1" }, "Side by side"),
        el("p", { class: "dim" }, same ? named.short : `${named.short} and ${specParts(right.spec).short}: these are different episodes`),
      ),
      el(
        "div",
        { class: "line" },
        jump,
        el("a", { class: "button quiet", href: `#/replay/${a}` }, "Left alone"),
        b !== "expert" && el("a", { class: "button quiet", href: `#/replay/${b}` }, "Right alone"),
      ),
    ),
    unseen("Turn by turn"),
    sideBySide(left, right),
    el(
      "div",
      { class: "pair" },
      [left, right].map((story, n) =>
        el("div", { class: "cell" }, story.verdict && verdictPanel(story.verdict, story.ended, `Verdict on the ${n ? "right" : "left"}`)),
      ),
    ),
  );
}
