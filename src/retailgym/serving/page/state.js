// The shop as an onlooker knows it after some turns: cart, returns, and at the desk what was read, what stands decided, and the mood.

/** Fold the beats up to a turn. */
export function stateAt(beats, turn = Infinity) {
  const state = { cart: null, returns: [], standing: null, reply: "", order: null, customer: null, pages: new Map(), stock: new Map(), moods: [] };
  for (const beat of beats) {
    if (beat.turn > turn) break;
    for (const moment of beat.moments) note(state, moment, beat.turn);
  }
  return state;
}

function note(state, { call, message }, turn) {
  if (!message) return;
  const words = message.type === "customer" ? message.text : typeof message.content === "string" ? message.content : "";
  const mood = /(?:sounds|is) (\w+)(?:\.\]| and no longer)/.exec(words);
  if (mood) state.moods.push({ turn, mood: mood[1] });
  if (message.type !== "result" || !message.content || typeof message.content !== "object") return;
  const found = message.content;
  if (message.tool.startsWith("cart_") && Array.isArray(found.lines)) state.cart = found;
  if (found.return_id) state.returns.push({ ...found, kind: message.tool === "return_exchange" ? "exchange" : "return" });
  if (found.order?.ticket_items) state.order = found.order;
  if (found.customer?.customer_id) state.customer = found.customer;
  if (typeof found.page === "string" && typeof found.text === "string") state.pages.set(found.page, found.text);
  if (found.stock?.item_id) state.stock.set(found.stock.item_id, found.stock);
  if ("reply_drafted" in found) state.standing = found;
  if (message.tool === "draft_reply" && call) state.reply = String(call.arguments?.message ?? "");
}
