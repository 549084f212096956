// Finished episodes in a list with filters. Where a server keeps its records closed, visitors still find their own.

import { get, query } from "./api.js";
import { button, choice, el, field, put } from "./dom.js";
import { mine } from "./mine.js";
import { ago, plain, score, specParts, titled } from "./words.js";

const PAGE = 50;
const COLUMNS = ["Compare", "Episode", "Player", "Outcome", "Reward", "Turns", "Finished"];
const ALL = ["", "all"];

export async function records(main, menu) {
  const own = !menu.records;
  const told = el("p", { class: "dim", role: "status" });
  const pair = pairing(told);
  const filters = filterDials(menu);
  const body = el("tbody");
  const more = button("Older ones", () => load(true));
  let last = "";
  const load = async (older) => {
    const found = own ? mine().filter((one) => fits(one, filters.given())) : await get(page(filters.given(), older ? last : ""));
    if (!older) put(body);
    body.append(...found.map((about) => row(about, pair.pick)));
    last = found[found.length - 1]?.id ?? last;
    more.hidden = own || found.length < PAGE;
    told.textContent = body.children.length ? "" : nothing(own);
  };
  filters.changed(() => load(false));
  put(main, hero(own), el("div", { class: "dials", role: "group", "aria-label": "Filters" }, filters.nodes, pair.link), table(body), told, more);
  await load(false);
}

const page = (given, before) => query("page/api/records", { ...given, before, limit: PAGE });

const fits = (one, given) => Object.entries(given).every(([name, value]) => !value || String(one[name]) === value);

const nothing = (own) =>
  own ? "You have not finished an episode yet. Play or watch one." : "No record matches. Play or watch an episode, or let an agent play.";

function hero(own) {
  const lead = own
    ? "This server keeps its records closed; here are the episodes that you have finished."
    : "Every finished episode, the newest first. Choose two of the same episode to compare them.";
  return el("div", { class: "hero" }, el("h1", { tabindex: "-1" }, "Replay"), el("p", { class: "lead" }, lead));
}

function filterDials(menu) {
  const env = choice([ALL, ...menu.envs.map((one) => [one.id, titled(one.id)])]);
  const level = choice([ALL, ...Array.from({ length: menu.levels }, (_, n) => [String(n), String(n)])]);
  const player = playerChoice(menu);
  const success = choice([ALL, ["true", "success"], ["false", "no success"]]);
  return {
    nodes: [field("Environment", env), field("Level", level), field("Player", player), field("Outcome", success)],
    given: () => ({ env: env.value, level: level.value, player: player.value, success: success.value }),
    changed: (heard) => [env, level, player, success].forEach((control) => control.addEventListener("change", heard)),
  };
}

/** Those that have played, as far as the server says. */
export function playerChoice(menu) {
  const player = choice([ALL]);
  const names = menu.records ? get("page/api/players") : Promise.resolve([]);
  names.then((all) => player.append(...all.filter(Boolean).map((name) => el("option", { value: name }, plain(name)))));
  return player;
}

/** Two records of one episode can be put side by side. */
function pairing(told) {
  const link = el("a", { class: "button", href: "#/replay", hidden: true }, "Compare the two");
  const chosen = new Map();
  const pick = (about, ticked) => {
    ticked ? chosen.set(about.id, about) : chosen.delete(about.id);
    const two = [...chosen.values()];
    const fit = two.length === 2 && two[0].spec === two[1].spec;
    link.hidden = !fit;
    link.href = fit ? `#/compare/${two[0].id}/${two[1].id}` : "#/replay";
    told.textContent = two.length === 2 && !fit ? "Two records can be compared when they are of the same episode." : "";
  };
  return { link, pick };
}

function table(body) {
  const head = el(
    "thead",
    {},
    el(
      "tr",
      {},
      COLUMNS.map((name) => el("th", { scope: "col" }, name)),
    ),
  );
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Records" }, el("table", { class: "records" }, head, body));
}

function row(about, pick) {
  const { short } = specParts(about.spec);
  const label = `Choose ${short} of ${about.player || "no name"} for comparing`;
  const cells = [
    el("input", { type: "checkbox", "aria-label": label, onchange: (event) => pick(about, event.target.checked) }),
    el("a", { href: `#/replay/${about.id}` }, short),
    plain(about.player) || "–",
    el("span", { class: `tag ${about.success ? "good" : "bad"}` }, about.success ? "success" : "no success"),
  ];
  const numbers = [score(about.reward), about.turns].map((number) => el("td", { class: "number" }, number));
  return el(
    "tr",
    {},
    cells.map((cell) => el("td", {}, cell)),
    numbers,
    el("td", { class: "dim" }, ago(about.finished)),
  );
}
