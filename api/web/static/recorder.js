// Recording from a phone: what is sent is kept here first, goes off in its order, and is recorded exactly once.
import { tagged } from "./facts.js";
import { Outbox } from "./outbox.js";
import { anew } from "./tapping.js";

/** @typedef {import("./outbox.js").Item} Item */

const SOON = 4000;
const page = /** @type {HTMLElement} */ (document.getElementById("recorder"));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("lines_form"));
const shown = /** @type {HTMLElement} */ (document.getElementById("outbox"));
const live = page.dataset.live ?? "";
let state = page.dataset.state ?? "";
/** @type {Outbox} */
let outbox;
let sending = false;

/**
 * Say what is kept here and why, with what can be done about it.
 * @param {string} says
 * @param {Item[]} items
 * @param {[string, () => unknown][]} ways
 */
function tell(says, items = [], ways = []) {
  shown.hidden = false;
  const list = document.createElement("ul");
  list.append(...items.map((one) => tagged("li", one.words)));
  const buttons = ways.map(([words, act]) => {
    const button = /** @type {HTMLButtonElement} */ (tagged("button", words));
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  });
  shown.replaceChildren(tagged("p", says), list, ...buttons);
}

/**
 * Send one line; its key and the state that it builds on stay the same however often it is tried.
 * @param {Item} item
 */
async function post(item) {
  item.match ??= state;
  await outbox.put(item);
  const body = new URLSearchParams(item.body);
  body.set("key", item.key);
  body.set("match", item.match);
  return fetch(`${live}/lines`, { method: "POST", body, headers: { Accept: "application/json" } });
}

/** Send everything that waits; what cannot be sent now is tried again. */
async function send() {
  if (sending) return;
  sending = true;
  let sent = 0;
  try {
    for (let item = await outbox.first(live); item; item = await outbox.first(live)) {
      const answer = await post(item);
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      const said = await answer.json();
      if (said.code === "key-busy") throw new Error(said.code);
      if (answer.status === 401) {
        tell("Your session has ended. These lines are saved on this device. Open the game with a new link to send them.", await outbox.all(live));
        return;
      }
      if (!answer.ok) {
        await refused(item, said);
        return;
      }
      state = said.state;
      await outbox.drop(item);
      sent += 1;
    }
    // What is typed meanwhile stays where it is if nothing has come of this.
    if (sent) location.reload();
  } catch {
    const waiting = await outbox.all(live);
    tell("No connection. These lines are saved on this device and sent when it is back:", waiting, [["Try now", send]]);
    setTimeout(send, SOON);
  } finally {
    sending = false;
  }
}

/**
 * Nothing of it was recorded: say why, and leave the choice to whoever wrote it.
 * @param {Item} item
 * @param {any} problem
 */
async function refused(item, problem) {
  const waiting = await outbox.all(live);
  const forget = async () => {
    for (const one of waiting) await outbox.drop(one);
    location.reload();
  };
  if (problem.code === "stale") {
    const again = async () => {
      state = `${problem.current.seq}-${problem.current.head}`;
      await outbox.renew(item);
      send();
    };
    tell("Another person has recorded lines meanwhile. Look at the game first, or send these after them:", waiting, [
      ["Send after them", again], ["Discard", forget],
    ]);
    return;
  }
  const hint = (problem.errors ?? []).map((/** @type {any} */ one) => one.hint ?? "").join(" ");
  await outbox.drop(item);
  anew(item.words);
  tell(`Not recorded: ${problem.detail ?? problem.title} ${hint}`, waiting, waiting.length > 1 ? [["Send the rest", send]] : []);
}

/** Look now and then whether another phone has written; nothing is taken out of the hands of who is typing. */
async function follow() {
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("typed_line"));
  if (document.hidden || sending || typed?.value || !shown.hidden || form?.querySelector("input:checked")) return;
  try {
    const answer = await fetch(`${live}.json`);
    if (answer.ok && (await answer.json()).state !== state && shown.hidden && !sending) location.reload();
  } catch {
    // No connection: what stands here still can be read.
  }
}

async function begin() {
  outbox = await Outbox.open();
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const pressed = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
    if (pressed?.name) body.set(pressed.name, pressed.value);
    const words = pressed?.name ? pressed.value : body.get("typed") ?? "";
    form.reset();
    anew();
    await outbox.add(live, body.toString(), words);
    send();
  });
  addEventListener("online", send);
  if (await outbox.first(live)) send();
  setInterval(follow, SOON);
}

begin();
