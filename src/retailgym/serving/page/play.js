// A person plays the agent.

import { get, Refused } from "./api.js";
import { beatNodes } from "./chat.js";
import { coach } from "./coach.js";
import { sideBySide } from "./compare.js";
import { deskBoard } from "./desk.js";
import { announce, button, el, put, unseen } from "./dom.js";
import { inFull, toolForm } from "./forms.js";
import { remember } from "./mine.js";
import { caption, meters, statePanel } from "./panels.js";
import { stateAt } from "./state.js";
import { gist } from "./things.js";
import { verdictPanel } from "./verdict.js";
import { Visit } from "./visit.js";
import { plain, solvable, specParts, titled } from "./words.js";

const GROUPS = { catalog: "Catalogue", cart: "Cart", order: "Orders", return: "Returns", policy: "Policy" };

export async function play(main, menu, spec, guided = false) {
  const named = specParts(spec);
  const counter = menu.envs.find((env) => env.id === named?.env);
  if (!counter) throw new Refused(404, `There is no episode ${spec || "of that name"} here; choose one on the first page.`);
  const visit = await opened(named.short, counter);
  const shown = new Play(visit, counter, menu, named, guided);
  put(main, shown.node);
  shown.begin();
}

/** The episode that this tab has begun, or a new one. */
async function opened(spec, counter) {
  const key = `retailgym.play.${spec}`;
  const id = sessionStorage.getItem(key);
  if (id) {
    try {
      return await Visit.again(id, counter.speaking);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error;
    }
  }
  const visit = await Visit.begin(spec, "human", counter.speaking);
  sessionStorage.setItem(key, visit.id);
  return visit;
}

class Play {
  constructor(visit, counter, menu, named, guided) {
    Object.assign(this, { visit, counter, menu, named, busy: false });
    this.coach = guided ? coach() : null;
    const tools = new Set(visit.tools.map((tool) => tool.name));
    this.at = {
      tools,
      act: (name, given) => this.act(name, given),
      fill: (name, given) => this.choose(name, given),
      asked: (name) => visit.known.asked.get(name) ?? {},
      turn: (calls) => this.take({ calls }),
    };
    this.meters = meters(visit.budgets);
    this.log = el("div", { class: "log", role: "log", "aria-label": "Conversation", tabindex: "0" });
    this.notice = el("p", { class: "trouble", role: "alert", hidden: true });
    this.end = el("div", { class: "outcome" });
    this.waiting = el("p", { class: "busy", hidden: true }, "One moment …");
    this.board = tools.has("set_ticket_resolution") ? deskBoard(menu, visit, this.at) : null;
    this.state = statePanel(menu.moods);
    this.work = this.board ? this.desk() : this.shop();
    this.node = el("div", { class: "play" }, this.head(), this.coach?.node, this.notice, this.work, this.end);
    visit.beats.forEach((beat, n) => this.show(beat, n === visit.beats.length - 1));
    if (visit.done) this.finish();
  }

  /** Searching is what most people do first. On a phone the focus would open the keyboard over the customer's words. */
  begin() {
    if (!this.board && this.at.tools.has("catalog_search")) this.choose("catalog_search", {}, matchMedia("(pointer: fine)").matches);
  }

  head() {
    const link = button(
      "Copy link",
      async () => {
        const copied = await navigator.clipboard?.writeText(location.href).then(
          () => true,
          () => false,
        );
        link.textContent = copied ? "Copied" : "It is in the address bar";
      },
      { class: "quiet" },
    );
    const again = button("Start again", () => this.restart(), { class: "quiet" });
    const next = el("a", { class: "button quiet", href: `#/play/${this.named.env}/${this.named.level}/${this.named.seed + 1}` }, "Next seed");
    this.job = el("details", { class: "job", open: true }, el("summary", {}, "The job"), el("p", {}, this.visit.about));
    return el("div", { class: "headbar" }, caption(this.named), this.meters.node, el("div", { class: "line" }, link, again, next), this.job);
  }

  composer(label) {
    this.words = el("textarea", { rows: 2, "aria-label": label, placeholder: `${label} …` });
    const form = el("form", { class: "composer" }, this.words, el("button", { type: "submit", class: "main" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.words.value.trim()) this.say(this.words.value.trim());
    });
    this.words.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    return form;
  }

  shop() {
    this.form = el("div", { class: "form" });
    this.chips = new Map();
    const aside = el(
      "div",
      { class: "aside" },
      el("section", { class: "box", "aria-label": "Tools" }, this.form, el("h2", {}, "Tools"), this.toolList()),
      this.state.node,
    );
    return el(
      "div",
      { class: "counter" },
      el("section", { class: "talk", "aria-label": "At the counter" }, unseen("At the counter"), this.log, this.waiting, this.composer("Say something to the customer")),
      aside,
    );
  }

  desk() {
    const ticket = this.visit.beats[0].moments.flatMap(({ message }) => letter(message?.text ?? ""));
    const talk = el(
      "section",
      { class: "talk", "aria-label": "Ticket" },
      el("h2", {}, "Ticket"),
      el("div", { class: "box" }, ticket),
      this.log,
      this.waiting,
      this.composer("Ask the customer"),
      this.board.mood,
    );
    return el("div", { class: "desk" }, talk, this.board.evidence, this.board.decisions);
  }

  toolList() {
    const groups = new Map();
    for (const tool of this.visit.tools) {
      if (tool.name === this.counter.speaking) continue;
      const group = tool.name === this.counter.closing ? "To finish" : (GROUPS[tool.name.split("_")[0]] ?? "More");
      if (!groups.has(group)) groups.set(group, []);
      const chip = button(tool.name, () => this.choose(tool.name), {
        class: tool.name === this.counter.closing ? "chip closing" : "chip",
        "aria-pressed": "false",
      });
      this.chips.set(tool.name, chip);
      groups.get(group).push(chip);
    }
    const last = [...groups].sort(([a], [b]) => (a === "To finish") - (b === "To finish"));
    return el(
      "div",
      { class: "tools" },
      last.map(([group, chips]) => el("div", { role: "group", "aria-label": group }, el("h3", {}, group), el("div", { class: "chips" }, chips))),
    );
  }

  /** Show the form of a tool, filled in as far as something is given. */
  choose(name, filled = {}, focus = true) {
    if (this.board || this.visit.done) return;
    const schema = inFull(this.visit.tools, name);
    for (const [tool, chip] of this.chips) chip.setAttribute("aria-pressed", String(tool === name));
    this.chosen = name;
    const label = name === this.counter.closing ? "Call and finish" : `Call ${name}`;
    const form = toolForm(schema, this.visit.known, (given) => this.act(name, given), { filled, label });
    put(this.form, form);
    if (!focus) return;
    const open = [...form.querySelectorAll("input, select, textarea")].find((control) => !control.value && control.offsetParent !== null);
    (open ?? form.querySelector("button[type=submit]")).focus({ preventScroll: true });
    if (this.visit.last.turn) this.form.scrollIntoView({ block: "nearest" });
  }

  say(text) {
    return this.take({ text }).then((taken) => taken && this.words && (this.words.value = ""));
  }

  act(name, given) {
    return this.take({ calls: [{ name, arguments: given }] });
  }

  async take(turn) {
    if (this.busy || this.visit.done) return false;
    this.busy = true;
    this.node.setAttribute("aria-busy", "true");
    this.waiting.hidden = false;
    this.notice.hidden = true;
    try {
      this.show(await this.visit.take(turn), true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.message);
      return false;
    } finally {
      this.busy = false;
      this.node.removeAttribute("aria-busy");
      this.waiting.hidden = true;
    }
    if (this.visit.done) await this.finish(); // the expert's path takes its time, and nothing has to wait for it
    return true;
  }

  tell(text) {
    this.notice.textContent = text;
    this.notice.hidden = false;
  }

  show(beat, latest) {
    for (const old of this.log.querySelectorAll(".latest")) {
      old.classList.remove("latest");
      for (const opened of old.querySelectorAll("details.done[open]")) {
        if (opened.contains(document.activeElement)) this.log.focus({ preventScroll: true });
        opened.open = false;
      }
    }
    const node = el(
      "div",
      { class: latest ? "beat latest" : "beat" },
      beatNodes(beat, { at: this.board ? null : this.at, open: latest && !this.board }),
    );
    if (!this.board || beat.turn) this.log.append(node);
    if (beat.turn) this.job.open = false;
    this.meters.update(beat);
    if (!latest) return;
    const state = stateAt(this.visit.beats);
    this.coach?.update(this.visit, state);
    this.state.update(state);
    this.board?.update(state);
    this.log.scrollTop = node.offsetTop - this.log.offsetTop - 8;
    const refused = beat.moments.find((moment) => ["refusal", "failure"].includes(moment.message?.type));
    if (refused) this.tell(refused.message.text);
    announce(beat.moments.map((moment) => said(moment)).join(" "));
    if (this.chosen && !this.visit.done && beat.turn) this.renew();
  }

  /** The form that was used offers what has been shown meanwhile, once it is chosen again. */
  renew() {
    const held = this.form.contains(document.activeElement);
    if (this.chosen === "catalog_search") {
      const { cursor: _, ...asked } = this.at.asked("catalog_search"); // a search is refined, not begun anew
      return this.choose("catalog_search", asked, held);
    }
    this.chosen = null;
    put(this.form);
    if (held) this.log.focus({ preventScroll: true });
    for (const chip of this.chips.values()) chip.setAttribute("aria-pressed", "false");
  }

  async restart() {
    sessionStorage.removeItem(`retailgym.play.${this.named.short}`);
    if (!this.visit.done) await this.visit.leave().catch(() => {});
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  async finish() {
    const { visit } = this;
    this.work.classList.add("over");
    for (const control of this.work.querySelectorAll("button, input, select, textarea")) control.disabled = true;
    remember(visit);
    const panel = verdictPanel(visit.verdict);
    const path = el(
      "section",
      { class: "box", "aria-label": "The expert's path" },
      el("h2", {}, "Your path and the expert's"),
      el("p", { class: "waiting" }, "The expert plays …"),
    );
    put(
      this.end,
      panel,
      el(
        "p",
        { class: "line" },
        el("a", { class: "button", href: `#/replay/${visit.record}` }, "Replay this episode"),
        el("a", { class: "button", href: `#/play/${this.named.env}/${this.named.level}/${this.named.seed + 1}` }, "Play the next seed"),
      ),
      path,
    );
    const heading = panel.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "start" });
    announce(`The episode is over: ${visit.verdict.success ? "success" : "no success"}, reward ${visit.verdict.reward}.`);
    if (!solvable(this.menu, this.named.seed))
      return put(
        path,
        el("h2", {}, "The expert's path"),
        el("p", { class: "dim" }, "This seed is kept for evaluation, so its solution is not shown."),
      );
    try {
      const expert = await get(`page/api/records/${visit.record}/expert`);
      put(path, el("h2", {}, "Your path and the expert's"), sideBySide({ ...visit, player: "you" }, expert));
    } catch (error) {
      put(path, el("h2", {}, "The expert's path"), el("p", { class: "dim" }, error.message));
    }
  }
}

/** The shop's own notes stand in brackets. */
function letter(text) {
  return text
    .split(/(\[[^\]]*\])/)
    .filter((part) => part.trim())
    .map((part) => (part.startsWith("[") ? el("p", { class: "dim note" }, part.slice(1, -1)) : el("p", { class: "letter" }, part.trim())));
}

function said({ message, call }) {
  if (!message) return "";
  if (message.type === "customer") return `The customer says: ${message.text}`;
  return `${plain(call?.name ?? message.tool ?? "")}: ${message.text ?? (gist(message) || titled("done"))}.`;
}
