// Small charts: drawn as SVG with axes and labels, and readable as text.

import { el, svg } from "./dom.js";
import { percent, score } from "./words.js";

const WIDE = 360,
  HIGH = 200,
  LEFT = 44,
  RIGHT = 12,
  TOP = 14,
  BOTTOM = 40;

/** Shares from 0 to 1 as bars with their names and numbers. */
export function bars(list, { label }) {
  return el(
    "dl",
    { class: "bars", "aria-label": label },
    list.map(({ name, value }) => {
      const width = Math.max(0, Math.min(1, value)) * 100;
      return el(
        "div",
        {},
        el("dt", {}, name),
        el(
          "dd",
          {},
          svg(
            "svg",
            { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
            svg("rect", { class: "track", width: 100, height: 6, rx: 1 }),
            svg("rect", { class: "bar", width, height: 6, rx: 1 }),
          ),
          el("span", { class: "number" }, score(value)),
        ),
      );
    }),
  );
}

/** A frame with axes; `draw(x, y)` adds what is in it. */
function frame({ label, x, y, left = LEFT }, draw) {
  const across = (value) => left + ((value - x.from) / (x.to - x.from || 1)) * (WIDE - left - RIGHT);
  const up = (value) => HIGH - BOTTOM - ((value - y.from) / (y.to - y.from || 1)) * (HIGH - TOP - BOTTOM);
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    y.ticks.map((tick) => [
      svg("line", { class: "grid", x1: left, x2: WIDE - RIGHT, y1: up(tick), y2: up(tick) }),
      svg("text", { x: left - 7, y: up(tick) + 4, "text-anchor": "end" }, y.write?.(tick) ?? tick),
    ]),
    x.ticks.map((tick) => svg("text", { x: across(tick), y: HIGH - BOTTOM + 16, "text-anchor": "middle" }, x.write?.(tick) ?? tick)),
    svg("line", { class: "axis", x1: left, x2: WIDE - RIGHT, y1: HIGH - BOTTOM, y2: HIGH - BOTTOM }),
    svg("text", { class: "name", x: (left + WIDE - RIGHT) / 2, y: HIGH - 6, "text-anchor": "middle" }, x.name),
    draw(across, up),
  );
}

const line = (points, across, up) => points.map(([x, y], n) => `${n ? "L" : "M"}${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join("");

/** Success by level with 95 % intervals. */
export function byLevel(env, rungs) {
  const label = `${env}: ${rungs.map((r) => `level ${r.level} ${percent(r.success)} of ${r.episodes}`).join(", ")}`;
  return frame(
    { label, x: { from: -0.5, to: 24.5, ticks: [0, 6, 12, 18, 24], name: "level" }, y: { from: 0, to: 1, ticks: [0, 0.5, 1], write: percent } },
    (across, up) => [
      svg("path", {
        class: "line faint",
        d: line(
          rungs.map((r) => [r.level, r.success]),
          across,
          up,
        ),
      }),
      rungs.map((r) => [
        svg("line", { class: "whisker", x1: across(r.level), x2: across(r.level), y1: up(r.ci95[0]), y2: up(r.ci95[1]) }),
        svg(
          "circle",
          { class: "dot", cx: across(r.level), cy: up(r.success), r: 4 },
          svg("title", {}, `level ${r.level}: ${percent(r.success)} of ${r.episodes}, 95 % between ${percent(r.ci95[0])} and ${percent(r.ci95[1])}`),
        ),
      ]),
    ],
  );
}

/** The level over the stretches of a run, and the mean below it. */
export function climbing(env, stretches, each) {
  const found = stretches.map((s, n) => [n, s]).filter(([, s]) => s);
  const to = Math.max(1, stretches.length - 1);
  const label = `${env}: level from ${found[0][1].level} to ${found[found.length - 1][1].level} over ${stretches.length} stretches of ${each} episodes`;
  return frame(
    {
      label,
      x: { from: 0, to, ticks: stretches.length > 1 ? [0, to] : [0], write: (n) => n * each + (n ? 0 : 1), name: "episodes" },
      y: { from: 0, to: 24, ticks: [0, 6, 12, 18, 24] },
    },
    (across, up) => [
      svg("path", {
        class: "line faint",
        d: line(
          found.map(([n, s]) => [n, s.mean_level]),
          across,
          up,
        ),
      }),
      svg("path", {
        class: "line",
        d: stepped(
          found.map(([n, s]) => [n, s.level]),
          across,
          up,
        ),
      }),
      found.length === 1 && svg("circle", { class: "dot", cx: across(found[0][0]), cy: up(found[0][1].level), r: 4 }),
    ],
  );
}

const stepped = (points, across, up) =>
  points.map(([x, y], n) => (n ? `H${across(x).toFixed(1)}V${up(y).toFixed(1)}` : `M${across(x).toFixed(1)} ${up(y).toFixed(1)}`)).join("");

/** The customer's mood over the turns. */
export function mood(moods, names) {
  const points = moods.map((m) => [m.turn, names.indexOf(m.mood)]).filter(([, place]) => place >= 0);
  const last = points.length ? points[points.length - 1] : [0, 0];
  const to = Math.max(4, last[0]);
  const label = `Mood: ${moods.map((m) => `turn ${m.turn} ${m.mood}`).join(", ")}`;
  return frame(
    {
      label,
      x: { from: 0, to, ticks: [0, to], name: "turn" },
      y: { from: 0, to: names.length - 1, ticks: names.map((_, n) => n), write: (n) => names[n] },
      left: 64,
    },
    (across, up) => [
      svg("path", { class: "line", d: stepped(points, across, up) }),
      points.map(([x, y]) => svg("circle", { class: "dot", cx: across(x), cy: up(y), r: 4 })),
    ],
  );
}
