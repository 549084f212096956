// Somebody else plays, turn by turn. Each turn is taken when it is due, through the same door as any agent's.

import { post, Refused } from "./api.js";
import { beatNodes } from "./chat.js";
import { announce, button, choice, el, field, put, unseen } from "./dom.js";
import { remember } from "./mine.js";
import { caption, meters, statePanel } from "./panels.js";
import { stateAt } from "./state.js";
import { verdictPanel } from "./verdict.js";
import { Visit } from "./visit.js";
import { solvable, specParts } from "./words.js";

const SPEEDS = [
  ["3000", "slow"],
  ["1200", "normal"],
  ["400", "fast"],
  ["0", "at once"],
];

/** Returns what stops it. */
export async function watch(main, menu, rest) {
  const [encoded, ...spec] = rest.split("/");
  const player = decodeURIComponent(encoded);
  const named = specParts(spec.join("/"));
  const counter = menu.envs.find((env) => env.id === named?.env);
  if (!counter || !counter.players.includes(player)) throw new Refused(404, "There is no such player or episode here; choose again.");
  if (!solvable(menu, named.seed) && player !== menu.model)
    throw new Refused(404, `Seed ${named.seed} is kept for evaluation and not solved in public; watch one below 2147483648.`);
  const show = new Show(await Visit.begin(named.short, player, counter.speaking), menu, named, player);
  put(main, show.node);
  show.go();
  return () => show.stop();
}

class Show {
  constructor(visit, menu, named, player) {
    Object.assign(this, { visit, running: false, timer: 0, stepping: false });
    this.meters = meters(visit.budgets);
    this.state = statePanel(menu.moods);
    this.log = el("div", { class: "log tall", role: "log", "aria-label": "Conversation", tabindex: "0" });
    this.end = el("div", { class: "outcome" });
    this.notice = el("p", { class: "trouble", role: "alert", hidden: true });
    this.pause = button("Pause", () => (this.running ? this.hold() : this.go()), { class: "main" });
    this.step = button("One turn", () => this.turn(), { disabled: true });
    this.speed = choice(SPEEDS);
    this.speed.value = "1200";
    this.keys = (event) => {
      if (event.key !== " " || /^(BUTTON|INPUT|SELECT|TEXTAREA|SUMMARY|A)$/.test(event.target.tagName)) return;
      event.preventDefault();
      this.pause.click();
    };
    document.addEventListener("keydown", this.keys);
    this.node = el(
      "div",
      { class: "play" },
      el(
        "div",
        { class: "headbar" },
        caption(named, player),
        this.meters.node,
        el("div", { class: "line end controls" }, this.pause, this.step, field("Speed", this.speed)),
      ),
      this.notice,
      el(
        "div",
        { class: "counter" },
        el("section", { class: "talk", "aria-label": "At the counter" }, unseen("At the counter"), this.log),
        el("div", { class: "aside" }, this.state.node),
      ),
      this.end,
    );
    this.add(visit.last);
  }

  add(beat) {
    for (const old of this.log.querySelectorAll("details.done[open]")) old.open = false;
    const node = el(
      "div",
      { class: "beat" },
      el("span", { class: "turn" }, beat.turn ? `Turn ${beat.turn}` : "Opening"),
      beatNodes(beat, { open: beat.turn > 0 }),
    );
    this.log.append(node);
    this.log.scrollTop = node.offsetTop - this.log.offsetTop - 8;
    this.meters.update(beat);
    this.state.update(stateAt(this.visit.beats));
  }

  go() {
    this.running = true;
    this.pause.textContent = "Pause";
    this.step.disabled = true;
    this.due();
  }

  hold() {
    this.running = false;
    clearTimeout(this.timer);
    this.pause.textContent = "Go on";
    this.step.disabled = this.visit.done;
  }

  due() {
    clearTimeout(this.timer);
    if (this.running && !this.visit.done) this.timer = setTimeout(() => this.turn().then(() => this.due()), Number(this.speed.value));
  }

  /** The player's next turn, taken. */
  async turn() {
    if (this.stepping || this.visit.done) return;
    this.stepping = true;
    try {
      const turn = await post(`page/api/episodes/${this.visit.id}/move`, {});
      this.add(await this.visit.take(turn));
      if (this.visit.done) this.finish();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.notice.textContent = error.message;
      this.notice.hidden = false;
      this.hold();
    } finally {
      this.stepping = false;
    }
  }

  finish() {
    const { verdict, record } = this.visit;
    this.hold();
    this.pause.disabled = true;
    this.pause.textContent = "Over";
    put(this.end, verdictPanel(verdict), el("p", { class: "line" }, el("a", { class: "button", href: `#/replay/${record}` }, "Replay this episode")));
    announce(`The episode is over: reward ${verdict.reward}.`);
    remember(this.visit);
  }

  stop() {
    this.hold();
    document.removeEventListener("keydown", this.keys);
    if (!this.visit.done) this.visit.leave().catch(() => {});
  }
}
