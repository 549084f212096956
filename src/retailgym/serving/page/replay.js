// One finished episode, turn by turn. The address is its permalink.

import { get, query } from "./api.js";
import { beatNodes } from "./chat.js";
import { button, choice, el, put, unseen } from "./dom.js";
import { mine } from "./mine.js";
import { caption, meters, statePanel } from "./panels.js";
import { stateAt } from "./state.js";
import { verdictPanel } from "./verdict.js";
import { ago, plain, pricesIn, score, specParts } from "./words.js";

export async function replay(main, menu, id) {
  const story = await get(`page/api/records/${id}`);
  const named = specParts(story.spec);
  pricesIn(story.currency);
  const dial = turnDial(story, menu);
  const again = el("a", { class: "button quiet", href: `#/play/${named.short}` }, "Play it yourself");
  put(
    main,
    el(
      "div",
      { class: "headbar" },
      caption(named, story.player),
      dial.left,
      el("div", { class: "line" }, unfolding(dial.log), others(id, story, named, menu), again),
    ),
    el("div", { class: "counter" }, el("section", { class: "talk free", "aria-label": "Transcript" }, unseen("Transcript"), dial.log), dial.aside),
    el("div", { class: "outcome" }, story.verdict && verdictPanel(story.verdict, story.ended)),
  );
}

/** The transcript, and beside it the shop as it stood after the turn that the dial shows. */
function turnDial(story, menu) {
  const { beats } = story;
  const last = beats.length - 1;
  const left = meters({ exchanges: beats[0].exchanges_left, calls: beats[0].calls_left });
  const state = statePanel(menu.moods);
  const turns = el("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Turn" });
  const told = el("output", {});
  const nodes = beats.map((beat) => {
    const mark = button(beat.turn ? `Turn ${beat.turn}` : "Opening", () => show(beat.turn), { class: "turn link" });
    return el("div", { class: "beat" }, mark, beatNodes(beat));
  });
  const show = (turn, scroll = false) => {
    turns.value = turn;
    told.textContent = turn ? `after turn ${turn} of ${last}` : "at the opening";
    nodes.forEach((node, n) => node.classList.toggle("now", n === turn));
    left.update(beats[turn]);
    state.update(stateAt(beats, turn));
    if (scroll) nodes[turn].scrollIntoView({ block: "nearest" });
  };
  const by = (step) => () => show(Math.max(0, Math.min(last, Number(turns.value) + step)), true);
  turns.addEventListener("input", by(0));
  const controls = [button("‹", by(-1), { "aria-label": "Turn before" }), turns, button("›", by(1), { "aria-label": "Next turn" })];
  const box = el(
    "section",
    { class: "box", "aria-label": "Turn by turn" },
    el("h3", {}, "Turn by turn"),
    el("div", { class: "line" }, controls),
    told,
  );
  show(last);
  return { left: left.node, log: el("div", { class: "story" }, nodes), aside: el("div", { class: "aside" }, box, state.node) };
}

function unfolding(log) {
  let open = false;
  const toggle = () => {
    open = !open;
    for (const one of log.querySelectorAll("details.done")) one.open = open;
    control.textContent = open ? "Fold all" : "Unfold all";
  };
  const control = button("Unfold all", toggle, { class: "quiet" });
  return control;
}

/** Other records of the same episode, to put beside this one. */
function others(id, story, named, menu) {
  const other = choice(
    [
      ["", "Compare with …"],
      ["expert", "the expert"],
    ],
    { "aria-label": "Compare with", onchange: () => other.value && (location.hash = `#/compare/${id}/${other.value}`) },
  );
  const listed = menu.records ? get(query("page/api/records", { env: named.env, level: named.level, limit: 200 })) : Promise.resolve(mine());
  listed.then((all) => {
    const same = all.filter((one) => one.spec === story.spec && one.id !== id);
    other.append(
      ...same.map((one) => el("option", { value: one.id }, `${plain(one.player) || "no name"}, reward ${score(one.reward)}, ${ago(one.finished)}`)),
    );
  });
  return other;
}
