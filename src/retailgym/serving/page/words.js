// How values are written for people.

const SIGNS = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
let prices = "";

/** Prices carry no currency of their own: they are in that of the episode on the screen. */
export const pricesIn = (currency) => (prices = currency ?? "");

/** A day of the shop's calendar, as results print it: day 0 is Monday, 5 January 1970. */
export function date(day) {
  const when = new Date(Date.UTC(1970, 0, 5 + day));
  return `${DAYS[day % 7]} ${when.getUTCDate()} ${MONTHS[when.getUTCMonth()]} ${when.getUTCFullYear()}`;
}

/** How long ago a day was. */
export function since(day, today) {
  const days = today - day;
  if (!days) return "today";
  const many = `${Math.abs(days).toLocaleString("en")} day${Math.abs(days) === 1 ? "" : "s"}`;
  return days > 0 ? `${many} ago` : `in ${many}`;
}

/** Cents as money. */
export function money(cents, currency = "") {
  currency ||= prices;
  const whole = Math.abs(cents);
  const digits = `${Math.floor(whole / 100).toLocaleString("en")}.${String(whole % 100).padStart(2, "0")}`;
  const sign = SIGNS[currency];
  return `${cents < 0 ? "−" : ""}${sign ?? ""}${digits}${currency && !sign ? ` ${currency}` : ""}`;
}

/** What somebody typed as money, in cents; null where it is none. */
export function cents(text) {
  const found = /^\s*([-−]?)\s*[$€£¥]?\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text.replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1"));
  if (!found) return null;
  const value = Number(found[2]) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] ? -value : value;
}

/** snake_case as words. */
export const plain = (name) => String(name).replaceAll("_", " ").replaceAll("-", " ");

export const titled = (name) => {
  const words = plain(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const percent = (share) => `${Math.round(share * 100)} %`;

/** At most three decimals, at least one. */
export const score = (number) =>
  number
    .toFixed(3)
    .replace(/0{1,2}$/, "")
    .replace("-", "−");

/** A value of a result in a table's cell. */
export function cell(name, value, currency = "") {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name.endsWith("_cents") || name === "cents") return money(value, currency);
  if (/(^|_)(day|today)$/.test(name) && typeof value === "number") return date(value);
  if (Array.isArray(value)) return value.length ? value.map((one) => cell(name, one, currency)).join(", ") : "–";
  if (typeof value === "object")
    return (
      Object.entries(value)
        .map(([key, one]) => `${plain(key)} ${cell(key, one, currency)}`)
        .join(", ") || "–"
    );
  return String(value);
}

/** A heading for a field of a result. */
export const heading = (name) =>
  titled(
    name
      .replace(/^cents$/, "amount")
      .replace(/^coupon_cents$/, "coupon value")
      .replace(/_cents$/, "")
      .replace(/^in_stock$/, "stock"),
  );

export function ago(seconds) {
  const past = Date.now() / 1000 - seconds;
  if (past < 90) return "just now";
  if (past < 5400) return `${Math.round(past / 60)} min ago`;
  if (past < 129600) return `${Math.round(past / 3600)} h ago`;
  return new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** Whether solutions of this seed may be looked at: those of other splits are kept for evaluation. */
export const solvable = (menu, seed) => menu.solutions === "" || seed < 2 ** 31;

/** env, level and seed of a spec's text, and the text as people would type it. */
export function specParts(text) {
  const found = /^([a-z][a-z0-9_]*)(?:@\d+)?\/(\d+)\/(\d+)(?:\?(.*))?$/.exec(text);
  if (!found) return null;
  const rest = new URLSearchParams(found[4] ?? "");
  rest.delete("store");
  const axes = rest.toString();
  return { env: found[1], level: Number(found[2]), seed: Number(found[3]), short: `${found[1]}/${found[2]}/${found[3]}${axes ? `?${axes}` : ""}` };
}
