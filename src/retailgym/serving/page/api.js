// The server's answers. The token, where one is needed, stays in this tab.

const TOKEN = "retailgym.token";

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const forget = (path) => ask("DELETE", path);

export function bear(token) {
  sessionStorage.setItem(TOKEN, token);
}

/** A query from what is given; empty values are left out. */
export function query(path, given) {
  const said = Object.entries(given).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return said.length ? `${path}?${new URLSearchParams(said)}` : path;
}

async function ask(method, path, body) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, "The server does not answer. Is it still running?");
  }
  if (answer.status === 204) return null;
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, reason(told.detail) || `The server answered ${answer.status}.`);
  return told;
}

const reason = (detail) => (Array.isArray(detail) ? detail.map((one) => `${(one.loc || []).slice(1).join(".")}: ${one.msg}`).join("; ") : detail);
