// Why an episode scored what it scored.

import { bars } from "./chart.js";
import { el } from "./dom.js";
import { score, titled } from "./words.js";

const DESK = {
  item_resolutions: 22,
  ticket_resolution: 13,
  policy_compliance: 12,
  reply_quality: 10,
  tags: 10,
  evidence: 10,
  priority: 8,
  efficiency: 8,
  cost_efficiency: 7,
};
const ENDED = { closed: "The episode was closed.", budget: "A budget was used up.", invalid: "The output was malformed." };

export function verdictPanel(verdict, ended = "", label = "Verdict") {
  return el(
    "section",
    { class: `verdict ${verdict.success ? "won" : "lost"}`, "aria-label": label },
    el(
      "div",
      { class: "headline" },
      el("h2", {}, verdict.success ? "Success" : "No success"),
      el("p", { class: "reward" }, el("span", { class: "dim" }, "reward "), el("b", {}, score(verdict.reward))),
    ),
    ended && el("p", { class: "dim" }, ENDED[ended] ?? ended),
    el("h3", {}, "Check by check"),
    el(
      "ul",
      { class: "checks" },
      verdict.checks.map((check) =>
        el(
          "li",
          { class: check.passed ? "passed" : "failed" },
          el("span", { class: "mark", "aria-hidden": "true" }, check.passed ? "✓" : "✕"),
          el(
            "span",
            {},
            el("b", {}, titled(check.name)),
            el("span", { class: "unseen" }, check.passed ? " passed: " : " failed: "),
            el("span", { class: "why" }, check.because),
          ),
        ),
      ),
    ),
    el("h3", {}, "What the reward is made of"),
    bars(
      inOrder(verdict.parts).map(([name, value]) => ({
        name: DESK[name] && "tags" in verdict.parts ? `${titled(name)} (${DESK[name]} %)` : titled(name),
        value,
      })),
      { label: "Parts of the reward, from 0 to 1" },
    ),
    el("p", { class: "formula" }, formula(verdict)),
  );
}

/** The heaviest part first. */
export const inOrder = (parts) =>
  Object.entries(parts).sort(([a], [b]) =>
    "tags" in parts
      ? (DESK[b] ?? 0) - (DESK[a] ?? 0)
      : ["task", "efficiency", "grounding"].indexOf(a) - ["task", "efficiency", "grounding"].indexOf(b),
  );

function formula({ parts, harm, reward, success }) {
  if ("task" in parts) {
    const quality = `0.75 + 0.15 × efficiency ${score(parts.efficiency)} + 0.10 × grounding ${score(parts.grounding)}`;
    return `task ${score(parts.task)} × (${quality}) − harm ${score(harm)} = ${score(reward)}`;
  }
  const grade = Object.entries(parts).reduce((sum, [name, value]) => sum + ((DESK[name] ?? 0) / 100) * value, 0);
  return `grade ${score(grade)}${success ? "" : " ÷ 2, since a decision is wrong"} − harm ${score(harm)} = ${score(reward)}`;
}
