// Keys as players know them from other boards. None of them works while somebody types, and single letters can be off.

/** @type {Object<string, string>} */
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last",
  k: "back", j: "on", "[": "round_back", "]": "round_on", p: "finding_back", n: "finding_on",
  " ": "play", "<": "slower", ">": "faster", f: "whose", e: "enlarge", c: "link", "?": "help",
};
/** @type {Object<string, string>} */
const SHIFTED = { ArrowLeft: "round_back", ArrowRight: "round_on" };
const REMEMBERED = "deadreckon.single_keys";

/**
 * Listen to the keyboard.
 * @param {(what: string) => void} act
 * @param {(seq: number) => void} go
 */
export function listen(act, go) {
  const typed = /** @type {HTMLElement} */ (document.getElementById("typed"));
  let digits = "";
  const type = (/** @type {string} */ now) => {
    digits = now;
    typed.hidden = !digits;
    typed.textContent = `Go to event ${digits}: Enter`;
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || busy(event)) return;
    if (digits && event.key === "Enter") {
      event.preventDefault();
      go(Number(digits));
      type("");
      return;
    }
    const single = event.key.length === 1;
    if (single && event.key !== " " && !singleKeys()) return;
    if (/^\d$/.test(event.key)) {
      type((digits + event.key).slice(-6));
      return;
    }
    type("");
    const what = (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key];
    if (what) {
      event.preventDefault();
      act(what);
    }
  });
}

/**
 * Whether a key belongs to what has the focus: a field, a button that it presses, the list of keys that lies open.
 * @param {KeyboardEvent} event
 */
function busy(event) {
  const at = /** @type {HTMLElement} */ (event.target);
  const dialog = at.closest("dialog");
  // What had the focus in a dialog keeps it for a moment after that is closed.
  if (dialog) return dialog.open;
  if (at.closest("textarea, select, [contenteditable]")) return true;
  if (at instanceof HTMLInputElement) return at.type !== "range" || !single(event.key);
  if (event.key === " ") return at.closest("button, a, summary") !== null;
  // What is wider than its frame is scrolled by these.
  return event.key.startsWith("Arrow") && at.scrollWidth > at.clientWidth && at.tabIndex === 0 && at.closest("pre, .wide, .large") !== null;
}

/** @param {string} key */
function single(key) {
  return key.length === 1;
}

function singleKeys() {
  return /** @type {HTMLInputElement} */ (document.getElementById("single_keys")).checked;
}

/** Keep the choice about single letters, where the browser lets a page keep anything. */
export function rememberSingleKeys() {
  const box = /** @type {HTMLInputElement} */ (document.getElementById("single_keys"));
  try {
    box.checked = localStorage.getItem(REMEMBERED) !== "no";
    box.addEventListener("change", () => localStorage.setItem(REMEMBERED, box.checked ? "yes" : "no"));
  } catch {
    // A page from a file may keep nothing: then the choice lasts as long as the page.
  }
}
