// What the store shows: success by level, levels over time, parts of the reward. It follows a run while it goes on.

import { get, query } from "./api.js";
import { bars, byLevel, climbing } from "./chart.js";
import { choice, el, field, folded, put } from "./dom.js";
import { playerChoice } from "./records.js";
import { rows } from "./tables.js";
import { inOrder } from "./verdict.js";
import { percent, score, titled } from "./words.js";

const PACE_MS = 3000;

/** Returns what stops it. */
export async function results(main, menu) {
  if (!menu.records) {
    put(
      main,
      el("div", { class: "hero" }, el("h1", { tabindex: "-1" }, "Results"), el("p", { class: "lead" }, "This server keeps its records closed.")),
    );
    return () => {};
  }
  const env = choice([["", "all"], ...menu.envs.map((one) => [one.id, titled(one.id)])]);
  const player = playerChoice(menu);
  const body = el("div");
  const live = el("p", { class: "dim", role: "status" });
  let seen = "";
  let timer = 0;
  let asked = 0; // an answer to an older question comes too late
  const load = async () => {
    clearTimeout(timer);
    const now = ++asked;
    if (!document.hidden) {
      const found = await get(query("page/api/results", { env: env.value, player: player.value, seen })).catch(() => null);
      if (now !== asked) return;
      if (found) {
        seen = found.newest;
        put(body, drawn(found));
        live.textContent = `${found.episodes.toLocaleString("en")} episode${found.episodes === 1 ? "" : "s"}. New ones appear by themselves.`;
      }
    }
    timer = setTimeout(load, PACE_MS);
  };
  const anew = () => {
    seen = "";
    load();
  };
  env.addEventListener("change", anew);
  player.addEventListener("change", anew);
  put(
    main,
    el("div", { class: "hero" }, el("h1", { tabindex: "-1" }, "Results"), live),
    el("div", { class: "dials", role: "group", "aria-label": "Filters" }, field("Environment", env), field("Player", player)),
    body,
  );
  await load();
  return () => {
    asked++;
    clearTimeout(timer);
  };
}

function drawn({ by_level, parts, climb, curricula, episodes }) {
  if (!episodes) return el("p", { class: "dim" }, "No episode was finished yet. Play or watch one, or let an agent play.");
  const climbs = Object.entries(climb.by_env);
  return [
    el("h2", {}, "Success by level"),
    el("p", { class: "dim" }, "Bars are 95 % intervals, each episode's spec counted once."),
    el(
      "div",
      { class: "charts" },
      Object.entries(by_level).map(([env, rungs]) =>
        figure(env, byLevel(env, rungs), () => rows(rungs.map(numbers), { label: `Success of ${env} by level` })),
      ),
    ),
    climbs.length > 0 && [
      el("h2", {}, "Level over time"),
      el(
        "p",
        { class: "dim" },
        "The highest level played in each stretch of the run, and faintly the mean. Episodes kept for evaluation are left out.",
      ),
      el(
        "div",
        { class: "charts" },
        climbs.map(([env, stretches]) =>
          figure(env, climbing(env, stretches, climb.per_stretch), () =>
            rows(stretches.filter(Boolean).map(stretch), { label: `Level of ${env} over time` }),
          ),
        ),
      ),
    ],
    Object.keys(curricula).length > 0 && [el("h2", {}, "Curricula"), Object.entries(curricula).map(curriculum)],
    el("h2", {}, "Parts of the reward"),
    el("p", { class: "dim" }, "Means over the latest 200 episodes."),
    el(
      "div",
      { class: "charts" },
      Object.entries(parts).map(([env, found]) =>
        el(
          "figure",
          {},
          el("figcaption", {}, titled(env)),
          bars(
            inOrder(found).map(([name, value]) => ({ name: titled(name), value })),
            { label: `Parts of the reward in ${env}` },
          ),
        ),
      ),
    ),
  ];
}

const figure = (env, chart, table) => el("figure", {}, el("figcaption", {}, titled(env)), chart, folded("Numbers", table));

const numbers = (r) => ({
  level: r.level,
  episodes: r.episodes,
  success: percent(r.success),
  from: percent(r.ci95[0]),
  to: percent(r.ci95[1]),
  reward: score(r.reward),
});

const stretch = (s) => ({
  episodes: s.episodes,
  level: s.level,
  mean_level: score(s.mean_level),
  success: percent(s.success),
  reward: score(s.reward),
});

function curriculum([name, { type, tallies }]) {
  const list = Object.entries(tallies).map(([env, { level, tried, won }]) => ({ environment: env, level, tried_there: tried, won_there: won }));
  return el(
    "section",
    { class: "box", "aria-label": name },
    el("h3", {}, name),
    el("p", { class: "dim" }, type),
    rows(list, { label: `Curriculum ${name}` }),
  );
}
