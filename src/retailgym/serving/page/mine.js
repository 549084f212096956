// What this visitor has played, kept in their own browser.

const KEY = "retailgym.mine";
const MOST = 100;

export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Keep where the record of a finished episode is. */
export function remember({ record, spec, env, verdict, beats }) {
  if (!record || mine().some((kept) => kept.id === record)) return;
  const [, level, seed] = spec.split("?")[0].split("/");
  const about = {
    id: record,
    finished: Date.now() / 1000,
    env,
    level: Number(level),
    seed: Number(seed),
    spec,
    player: "human",
    reward: verdict.reward,
    success: verdict.success,
    turns: beats.length - 1,
  };
  localStorage.setItem(KEY, JSON.stringify([about, ...mine()].slice(0, MOST)));
}
