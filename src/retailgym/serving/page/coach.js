// A first episode, step by step. It reads what has happened so far and says what comes next; it knows nothing of the goal.

import { button, el, put } from "./dom.js";

const STEPS = [
  {
    title: "Read what the customer wants",
    words: "Every product, option and number counts. If something is missing or several things would fit, ask: type your question below the conversation, in your own words.",
    done: ({ exchanges }) => exchanges > 0,
  },
  {
    title: "Search the catalogue",
    words: "Type what kind of thing it is under Query and press Enter. The result shows what can be filtered; pick a filter and search again.",
    done: ({ seen }) => seen.has("results"),
  },
  {
    title: "Look closely",
    words: "Some wishes stand only on a product's page. Open Page or Variants of those that fit, or compare several with catalog_compare.",
    done: ({ seen }) => seen.has("variants"),
  },
  {
    title: "Put it into the cart",
    words: "In the list of variants press Add to cart, type how many, and send it.",
    done: ({ cart }) => cart?.lines.length > 0,
  },
  {
    title: "Read it back",
    words: "Tell the customer what is in the cart: each thing, its options and how many, and ask whether you may go ahead. Wait for the yes.",
    done: ({ confirmed }) => confirmed,
  },
  {
    title: "Finish",
    words: "Call cart_confirm. It cannot be undone: a program now checks the cart, and how you got there.",
    done: () => false,
  },
];

export function coach() {
  const node = el("section", { class: "coach", "aria-label": "Your first episode" });
  let skipped = 0;
  let now = { exchanges: 0, seen: new Set(), cart: null, confirmed: false, over: false };
  const show = () => {
    const first = now.over ? -1 : STEPS.findIndex((step) => !step.done(now));
    const at = first < 0 ? STEPS.length : Math.max(first, skipped);
    const step = STEPS[at];
    put(
      node,
      step
        ? [
            el("p", { class: "dim" }, `Step ${at + 1} of ${STEPS.length}`),
            el("div", { role: "status" }, el("h2", {}, step.title), el("p", {}, step.words)),
            at < STEPS.length - 1 && button("Next", () => ((skipped = at + 1), show()), { class: "quiet", "aria-label": "Next step" }),
          ]
        : [
            el("h2", {}, "That was an episode"),
            el("p", {}, "Below, the verdict says check by check what was right. Beside your path you see the expert's, who knew no more than you."),
            el("a", { class: "button", href: "#/" }, "Choose another job"),
          ],
    );
  };
  const update = (visit, state) => {
    now = { ...soFar(visit.beats), cart: state.cart, over: visit.done };
    show();
  };
  show();
  return { node, update };
}

function soFar(beats) {
  const moments = beats.slice(1).flatMap((beat) => beat.moments);
  const kinds = moments.flatMap(({ message }) => (message?.type === "result" && message.content && typeof message.content === "object" ? Object.keys(message.content) : []));
  const lastWrite = moments.findLastIndex(({ call }) => call?.name.startsWith("cart_") && call.name !== "cart_view");
  const spoken = moments.map(({ said }) => said !== undefined && said !== null);
  return { exchanges: spoken.filter(Boolean).length, seen: new Set(kinds), confirmed: lastWrite >= 0 && spoken.slice(lastWrite + 1).some(Boolean) };
}
