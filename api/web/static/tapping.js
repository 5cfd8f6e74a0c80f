// Tapping lines: what is typed narrows down what can be tapped, values are put together, and two taps are enough.

const typed = /** @type {HTMLInputElement | null} */ (document.getElementById("typed_line"));
const groups = document.getElementById("groups");

/** Begin to write anew, perhaps with what could not be sent. */
export function anew(words = "") {
  if (!typed) return;
  typed.value = words;
  narrow();
}

/** Show only those lines that have every word that was typed; a group that has none left is put away. */
function narrow() {
  const words = (typed?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const rest = /** @type {HTMLDetailsElement | null} */ (groups?.querySelector("details.else"));
  if (rest && words.length) rest.open = true;
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (groups?.querySelectorAll(".group") ?? [])) {
    let left = 0;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll("[data-line]"))) {
      const line = (one.dataset.line ?? "").toLowerCase();
      one.hidden = !words.every((word) => line.includes(word));
      left += one.hidden ? 0 : 1;
    }
    const start = (group.dataset.start ?? "").toLowerCase();
    const whole = group.querySelector("[data-line]") === null;
    group.hidden = words.length > 0 && (whole ? !words.every((word) => start.includes(word)) : left === 0);
  }
}

/**
 * Send a line in parts as soon as nothing of it is missing.
 * @param {Element} part
 */
function whole(part) {
  const rows = [...part.querySelectorAll(".row")];
  const told = rows.every((row) => row.querySelector("input:checked"));
  if (told) /** @type {HTMLButtonElement} */ (part.querySelector(".send")).click();
}

/** Let what is typed and tapped on this page work. */
function connect() {
  for (const one of document.querySelectorAll(".scripted")) /** @type {HTMLElement} */ (one).hidden = false;
  // What was written last is what one wants to see.
  for (const lines of document.querySelectorAll(".played")) lines.scrollTop = lines.scrollHeight;
  typed?.addEventListener("input", narrow);
  document.addEventListener("change", (event) => {
    const part = /** @type {Element} */ (event.target).closest(".part");
    if (part && /** @type {HTMLInputElement} */ (event.target).type === "radio") whole(part);
  });
  document.addEventListener("click", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(at.dataset.adds ?? at.dataset.takes ?? ""));
    if (!field) return;
    const words = field.value.split(/[\s,]+/).filter(Boolean);
    if (at.dataset.adds) words.push(at.textContent ?? "");
    else words.pop();
    field.value = words.join(" ");
  });
}

connect();
