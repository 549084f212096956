// The address says which view; a view may return what stops it.

import { bear, get, Refused } from "./api.js";
import { choose } from "./choose.js";
import { el, field, put } from "./dom.js";

const THEME = "retailgym.theme";
const FIRST = "cart/0/7"; // the guided episode
const main = document.getElementById("main");
let menu = null;
let stop = null;
let shown = 0;

/** Views beyond the first are fetched when they are wanted. Each has a stage of its own. */
const VIEWS = {
  "": async (stage) => choose(stage, menu, "play"),
  play: async (stage, rest) => (rest ? (await import("./play.js")).play(stage, menu, rest) : choose(stage, menu, "play")),
  watch: async (stage, rest) => (rest ? (await import("./watch.js")).watch(stage, menu, rest) : choose(stage, menu, "watch")),
  replay: async (stage, rest) => (rest ? (await import("./replay.js")).replay(stage, menu, rest) : (await import("./records.js")).records(stage, menu)),
  compare: async (stage, rest) => (await import("./compare.js")).compare(stage, menu, rest),
  results: async (stage) => (await import("./results.js")).results(stage, menu),
  guide: async (stage) => (await import("./play.js")).play(stage, menu, FIRST, true),
};

async function show() {
  const [view, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const mine = ++shown;
  const stage = el("div"); // what a view that was left behind still writes, nobody sees
  stop?.();
  stop = null;
  mark(view);
  main.setAttribute("aria-busy", "true");
  try {
    menu ??= await get("page/api/menu");
    if (!Object.hasOwn(VIEWS, view)) throw new Refused(404, `There is no page at this address (${location.hash}).`);
    if (mine !== shown) return;
    put(main, stage);
    const stops = await VIEWS[view](stage, rest.join("/"));
    if (typeof stops === "function") mine === shown ? (stop = stops) : stops();
    if (mine === shown && shown > 1 && !main.contains(document.activeElement)) main.querySelector("h1")?.focus();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine !== shown) return;
    error.status === 401
      ? askToken()
      : put(
          main,
          el(
            "div",
            { class: "hero" },
            el("h1", { tabindex: "-1" }, "That did not work"),
            el("p", { class: "trouble", role: "alert" }, error.message),
            el("a", { class: "button", href: "#/" }, "To the first page"),
          ),
        );
  } finally {
    if (mine === shown) main.removeAttribute("aria-busy");
  }
}

function mark(view) {
  const current = { "": "#/", play: "#/", guide: "#/", compare: "#/replay" }[view] ?? `#/${view}`;
  for (const link of document.querySelectorAll("nav a"))
    link.getAttribute("href") === current ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  document.title = view ? `RetailGym · ${view}` : "RetailGym";
}

function askToken() {
  const token = el("input", { type: "password", autocomplete: "off" });
  const form = el("form", { class: "chooser narrow" }, field("The server's token", token), el("button", { type: "submit", class: "main" }, "Enter"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    bear(token.value.trim());
    show();
  });
  put(
    main,
    el(
      "div",
      { class: "hero" },
      el("h1", { tabindex: "-1" }, "This shop has a key"),
      el("p", { class: "lead" }, "Whoever runs the server can give it to you. It stays in this tab."),
    ),
    form,
  );
}

/** Light or dark: as the system has it, until somebody chooses. */
function theme() {
  const toggle = document.getElementById("theme");
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const kept = localStorage.getItem(THEME);
  if (kept) document.documentElement.dataset.theme = kept;
  const label = () => (toggle.textContent = dark() ? "Light" : "Dark");
  toggle.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem(THEME, document.documentElement.dataset.theme);
    label();
  });
  label();
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", show);
theme();
show();
