// One episode at the counter: what was said and done so far, and the way to go on. Nobody else has its id.

import { forget, get, post } from "./api.js";
import { Known } from "./known.js";
import { pricesIn } from "./words.js";

export class Visit {
  constructor(now, beats, speaking) {
    this.beats = [];
    this.known = new Known();
    this.speaking = speaking;
    this.follow(now);
    for (const beat of beats) this.add(beat);
    this.budgets = { exchanges: this.beats[0].exchanges_left, calls: this.beats[0].calls_left };
  }

  static async begin(spec, player, speaking) {
    const now = await post("episodes", { spec, player });
    return new Visit(now, [beatOf(now, [], speaking)], speaking);
  }

  /** The same episode after the page was loaded again. */
  static async again(id, speaking) {
    const [now, story] = await Promise.all([get(`episodes/${id}`), get(`page/api/episodes/${id}`)]);
    return new Visit(now, story.beats, speaking);
  }

  follow(now) {
    const { id, spec, env, about, tools, done, verdict, record } = now;
    pricesIn(now.currency);
    Object.assign(this, { id, spec, env, about, tools, done, verdict, record });
  }

  add(beat) {
    this.beats.push(beat);
    for (const moment of beat.moments) this.known.learn(moment);
  }

  get last() {
    return this.beats[this.beats.length - 1];
  }

  /** Take a turn: words for the customer, or calls. */
  async take(turn) {
    const now = await post(`episodes/${this.id}/turns`, turn);
    this.follow(now);
    this.add(beatOf(now, movesOf(turn), this.speaking));
    return this.last;
  }

  leave() {
    return forget(`episodes/${this.id}`);
  }
}

/** What a turn does, one after the other. */
const movesOf = (turn) =>
  turn.calls?.length ? turn.calls.map((call) => ({ call: { ...call, arguments: read(call.arguments) } })) : [{ said: turn.text ?? "" }];

/** Some models write their arguments as JSON text. */
function read(given) {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** The moves of a turn with what came back for each. What comes beyond that is the customer, who goes on. */
function beatOf(now, moves, speaking) {
  const messages = [...now.messages];
  const moments = moves.map((move, n) => {
    const moment = { ...spoken(move, speaking), message: messages.shift() };
    const follows = moves[n + 1];
    if (messages[0]?.type === "customer" && moment.call && !(follows && spoken(follows, speaking).said !== undefined)) moment.then = messages.shift();
    return moment;
  });
  const apart = moments.flatMap(({ then, ...moment }) => (then ? [moment, { message: then }] : [moment]));
  return {
    turn: now.turns,
    moments: [...apart, ...messages.map((message) => ({ message }))],
    exchanges_left: now.exchanges_left,
    calls_left: now.calls_left,
  };
}

/** Speaking by a call is speaking. */
function spoken(move, speaking) {
  const given = move.call?.name === speaking ? move.call.arguments : null;
  const words = given && typeof given === "object" ? Object.values(given)[0] : undefined;
  return typeof words === "string" ? { said: words } : move;
}
