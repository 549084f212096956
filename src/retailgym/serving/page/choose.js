// Which episode: environment, level and seed, and for watching who plays.

import { button, choice, el, field, put } from "./dom.js";
import { plain, titled } from "./words.js";

const LAST = "retailgym.chosen";
const GROWS = ["plain", "some things are left unsaid", "much is left unsaid", "near misses and stock-outs", "little slack", "hardly any slack", "people, services and texts mislead"];
const BEGINS = [0, 3, 5, 7, 9, 11, 13]; // the levels at which that sets in
const WORDS = {
  play: [
    "Work the counter yourself.",
    "You face what an agent faces: a customer who does not say everything, a catalogue with near misses, a policy with exceptions, and two " +
      "budgets. At the end a program says what was right, check by check.",
  ],
  watch: [
    "Watch somebody work the counter.",
    "The expert sees what any agent sees and solves every task. The others do not read what the customer means, and it shows.",
  ],
};

/** The first view, and that of watching. */
export function choose(main, menu, purpose) {
  const last = read();
  const player = purpose === "watch" ? choice([]) : null;
  const envs = environments(menu, last.env ?? "cart", (env) => player && offer(player, menu, env));
  const level = levels(menu.levels, last.level ?? 0);
  const seed = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: last.seed ?? 7 });
  const wrong = el("p", { class: "trouble", role: "alert", hidden: true }, "A seed is a whole number, such as 42.");
  const go = (view, who) => {
    wrong.hidden = /^\d{1,15}$/.test(seed.value.trim());
    if (!wrong.hidden) return;
    const chosen = { env: envs.picked(), level: Number(level.control.value), seed: seed.value.trim() };
    localStorage.setItem(LAST, JSON.stringify(chosen));
    const spec = `${chosen.env}/${chosen.level}/${chosen.seed}`;
    location.hash = view === "play" ? `#/play/${spec}` : `#/watch/${encodeURIComponent(who)}/${spec}`;
  };
  const buttons = [
    el("button", { type: "submit", class: "main big" }, player ? "Watch" : "Play"),
    !player && button("Watch the expert", () => go("watch", "expert"), { class: "big" }),
  ];
  const form = el(
    "form",
    { class: "chooser", novalidate: true },
    envs.node,
    dials(level, seed, player),
    wrong,
    el("div", { class: "line" }, buttons),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(purpose, player?.value);
  });
  const [title, lead] = WORDS[purpose];
  const guided = purpose === "play" && menu.envs.some((env) => env.id === "cart" && !env.unserved);
  const first = guided && el("p", {}, el("a", { class: "button", href: "#/guide" }, "New here? A first episode, in two minutes"));
  put(main, el("div", { class: "hero" }, el("h1", { tabindex: "-1" }, title), el("p", { class: "lead" }, lead), first), form);
}

/** A card for each environment; `changed` hears which one is picked. */
function environments(menu, first, changed) {
  const open = menu.envs.filter((env) => !env.unserved);
  const known = open.some((env) => env.id === first) ? first : (open[0]?.id ?? "");
  const cards = menu.envs.map((env) => {
    const given = { type: "radio", name: "env", value: env.id, checked: env.id === known, disabled: Boolean(env.unserved) };
    const radio = el("input", { ...given, onchange: () => changed(env) });
    const about = /^.*?\.(?= |$)/.exec(env.about)?.[0] ?? env.about;
    const why = env.unserved && el("span", { class: "why" }, `Not in this store: ${env.unserved}`);
    const words = el("span", {}, el("b", {}, titled(env.id)), el("span", { class: "dim" }, about), why);
    return el("label", { class: env.unserved ? "env closed" : "env" }, radio, words);
  });
  const node = el("div", { class: "envs", role: "radiogroup", "aria-label": "Environment" }, cards);
  if (known) changed(menu.envs.find((env) => env.id === known));
  return { node, picked: () => node.querySelector("input:checked")?.value };
}

function offer(player, menu, env) {
  const now = player.value;
  put(
    player,
    env.players.map((name) => el("option", { value: name }, name === menu.model ? name : plain(name))),
  );
  player.value = env.players.includes(now) ? now : "expert";
}

function levels(many, first) {
  const control = el("input", { type: "range", min: 0, max: many - 1, step: 1 });
  control.value = first;
  const told = el("output", { class: "hint" });
  const tell = () => (told.textContent = `${control.value} · ${GROWS[BEGINS.findLastIndex((from) => from <= Number(control.value))]}`);
  control.addEventListener("input", tell);
  tell();
  return { control, told };
}

function dials(level, seed, player) {
  const another = () => (seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0] >>> 1));
  return el(
    "div",
    { class: "dials" },
    el("div", { class: "dial" }, field("Level", level.control), level.told),
    el("div", { class: "dial line end" }, field("Seed", seed), button("Another", another, { class: "quiet", "aria-label": "Another seed" })),
    player && field("Who plays", player),
  );
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(LAST)) ?? {};
  } catch {
    return {};
  }
}
