// The page of a game: one place at a time, reached by key, button, slider or a line of the log.
import { Facts, fillTables, listChanges } from "./facts.js";
import { Legal } from "./legal.js";
import { listen, rememberSingleKeys } from "./keys.js";
import { Picture } from "./picture.js";

const LOUD = ["illegal", "mismatch", "malformed", "contested"];
const SPEEDS = [3000, 2000, 1200, 700, 350];

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
function part(id) {
  return /** @type {T} */ (/** @type {unknown} */ (document.getElementById(id)));
}

class Viewer {
  /** @param {any} replay */
  constructor(replay) {
    this.replay = replay;
    this.facts = new Facts(replay.start, replay.changed);
    this.picture = new Picture(part("board"), replay.pool);
    /** @type {HTMLElement[]} */
    this.lines = [...part("lines").children].map((line) => /** @type {HTMLElement} */ (line));
    this.seqs = this.lines.map((line) => Number(line.querySelector(".number")?.textContent));
    /** @type {HTMLElement[]} */
    this.cards = [...document.querySelectorAll(".finding")].map((card) => /** @type {HTMLElement} */ (card));
    /** @type {HTMLElement[]} */
    this.comments = [...document.querySelectorAll(".comment")].map((one) => /** @type {HTMLElement} */ (one));
    this.last = this.lines.length - 1;
    this.rounds = [...document.querySelectorAll(".marks path")]
      .filter((mark) => mark.classList.contains("round") || mark.classList.contains("fresh"))
      .map((mark) => Number(mark.getAttribute("d")?.slice(1).split(" ")[0]));
    this.found = this.placesFound();
    this.place = Number(part("game").dataset.place);
    this.speed = 2;
    /** @type {number | undefined} */
    this.playing = undefined;
    const legal = /** @type {HTMLDetailsElement | null} */ (document.getElementById("legal"));
    this.legal = legal && new Legal(legal);
  }

  placesFound() {
    const all = this.lines.map((line, at) => ({ at, what: line.className })).filter((one) => one.what);
    const loud = all.filter((one) => LOUD.includes(one.what));
    return (loud.length ? loud : all).map((one) => one.at);
  }

  /** @param {number} place */
  go(place) {
    this.place = Math.max(0, Math.min(this.last, place));
    this.picture.show(this.replay.pictures[this.place]);
    this.tell();
    this.mark();
    if (this.playing === undefined) this.legal?.show(this.place);
    remember(this.place);
  }

  /** Say what happened, what it changed and what is wrong with it. */
  tell() {
    const line = this.lines[this.place];
    const text = line.querySelector(".words")?.textContent ?? "";
    const now = part("now");
    const [number, words] = /** @type {any} */ (now.children);
    number.textContent = String(this.seqs[this.place]);
    words.textContent = text;
    part("waits").textContent = this.replay.waits[this.place];
    listChanges(part("changed"), this.facts.changedAt(this.place));
    const undone = this.replay.undone[this.place] ?? [];
    part("undone").hidden = !undone.length;
    part("undone").textContent = undone.length ? `Could not be carried out: ${undone.join("; ")}.` : "";
    let here = 0;
    for (const card of this.cards) {
      card.hidden = Number(card.dataset.place) !== this.place;
      here += card.hidden ? 0 : 1;
    }
    for (const one of this.comments) one.hidden = Number(one.dataset.place) !== this.place;
    const tables = part("facts");
    if (/** @type {HTMLDetailsElement} */ (tables).open) this.fill();
    if (this.playing === undefined) {
      part("live").textContent = `Step ${this.place} of ${this.last}. ${text}. ${here ? `${here} ${here === 1 ? "finding" : "findings"}.` : ""}`;
    }
  }

  fill() {
    fillTables(part("facts"), this.facts.at(this.place), this.facts.changedAt(this.place));
  }

  /** Show where in the game this is. */
  mark() {
    const before = part("lines").querySelector("[aria-current]");
    before?.removeAttribute("aria-current");
    const link = this.lines[this.place].querySelector("a");
    link?.setAttribute("aria-current", "step");
    intoView(part("lines"), this.lines[this.place]);
    const slider = /** @type {HTMLInputElement} */ (part("slider"));
    slider.value = String(this.place);
    slider.setAttribute("aria-valuetext", `${this.place} of ${this.last}: ${this.lines[this.place].querySelector(".words")?.textContent}`);
    part("count").textContent = `${this.place} of ${this.last}`;
    for (const one of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-from]"))) {
      one.href = `${one.dataset.from}${this.place}`;
    }
    for (const [id, value] of [["comment_at", this.seqs[this.place]], ["comment_step", this.place]]) {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById(String(id)));
      if (field) field.value = String(value);
    }
    for (const [what, off] of /** @type {[string, boolean][]} */ ([
      ["back", this.place === 0], ["first", this.place === 0], ["on", this.place === this.last], ["last", this.place === this.last],
    ])) button(what)?.setAttribute("aria-disabled", String(off));
  }

  /**
   * @param {number[]} places
   * @param {number} way 1: the next one; -1: the one before
   */
  jump(places, way) {
    const there = way > 0 ? places.find((at) => at > this.place) : places.filter((at) => at < this.place).pop();
    if (there !== undefined) this.go(there);
    return there !== undefined;
  }

  play() {
    if (this.playing !== undefined) {
      clearInterval(this.playing);
      this.playing = undefined;
      this.tell();
    } else {
      if (this.place === this.last) this.go(0);
      this.playing = window.setInterval(() => {
        this.go(this.place + 1);
        if (this.place === this.last) this.play();
      }, SPEEDS[this.speed]);
    }
    const on = this.playing !== undefined;
    button("play")?.setAttribute("aria-label", on ? "Stop" : "Play");
    button("play")?.querySelector("path")?.setAttribute("d", on ? "M7 4h3v16H7zM14 4h3v16h-3z" : "M7 4l13 8-13 8z");
  }

  /** @param {number} by */
  hurry(by) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + by));
    if (this.playing === undefined) return;
    this.play();
    this.play();
  }

  /** Show the lines of the next seat in the log. */
  whose() {
    const choice = /** @type {HTMLSelectElement} */ (part("whose"));
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
    this.sift();
    part("live").textContent = `Lines of ${choice.selectedOptions[0].text}.`;
  }

  sift() {
    const wanted = /** @type {HTMLSelectElement} */ (part("whose")).value;
    for (const line of this.lines) {
      line.hidden = wanted === "!" ? !line.className : wanted !== "" && line.dataset.seat !== wanted;
    }
  }

  enlarge() {
    const large = document.body.classList.toggle("large");
    button("enlarge")?.setAttribute("aria-pressed", String(large));
  }

  async link() {
    try {
      await navigator.clipboard.writeText(location.href);
      part("live").textContent = "Link to this step copied.";
    } catch {
      part("live").textContent = `The link to this step: ${location.href}`;
    }
  }

  /** @param {string} what */
  act(what) {
    const round = () => this.rounds;
    /** @type {Object<string, () => unknown>} */
    const ways = {
      back: () => this.go(this.place - 1),
      on: () => this.go(this.place + 1),
      first: () => this.go(0),
      last: () => this.go(this.last),
      round_back: () => this.jump(round(), -1) || this.go(0),
      round_on: () => this.jump(round(), 1) || this.go(this.last),
      finding_back: () => this.jump(this.found, -1),
      finding_on: () => this.jump(this.found, 1),
      play: () => this.play(),
      slower: () => this.hurry(-1),
      faster: () => this.hurry(1),
      whose: () => this.whose(),
      enlarge: () => this.enlarge(),
      link: () => this.link(),
      help: () => /** @type {HTMLDialogElement} */ (part("keys")).showModal(),
    };
    if (this.playing !== undefined && !["play", "slower", "faster", "enlarge"].includes(what)) this.play();
    ways[what]?.();
  }
}

/** @param {string} what */
function button(what) {
  return /** @type {HTMLElement | null} */ (document.querySelector(`[data-do=${what}]`));
}

/**
 * Scroll a list, and nothing but the list, until a line of it is seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} line
 */
function intoView(list, line) {
  const [frame, box] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) {
    list.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
  }
}

/**
 * Let the address lead here; a page from a file may change no more of it than what stands behind its #.
 * @param {number} place
 */
function remember(place) {
  const there = new URL(location.href);
  if (there.protocol === "file:") there.hash = `step=${place}`;
  else {
    there.searchParams.set("step", String(place));
    there.searchParams.delete("judged");
    there.hash = "";
  }
  history.replaceState(null, "", there);
}

/** Which place the address names. */
function asked() {
  const found = /^#step[-=](\d{1,6})$/.exec(location.hash);
  return found ? Number(found[1]) : undefined;
}

/** @param {Viewer} viewer */
function connect(viewer) {
  for (const one of document.querySelectorAll(".scripted")) /** @type {HTMLElement} */ (one).hidden = false;
  document.addEventListener("click", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const pressed = /** @type {HTMLElement | null} */ (at.closest("[data-do]"));
    if (pressed) viewer.act(pressed.dataset.do ?? "");
    const led = /** @type {HTMLElement | null} */ (at.closest("a[data-place], #lines li"));
    if (!led || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    viewer.go(Number(led.dataset.place ?? viewer.lines.indexOf(led)));
  });
  part("slider").addEventListener("input", (event) => viewer.go(Number(/** @type {HTMLInputElement} */ (event.target).value)));
  part("whose").addEventListener("change", () => viewer.sift());
  part("facts").addEventListener("toggle", () => viewer.fill());
  viewer.legal?.frame.addEventListener("toggle", () => viewer.legal?.show(viewer.place));
  addEventListener("hashchange", () => viewer.go(asked() ?? viewer.place));
  listen((what) => viewer.act(what), (seq) => {
    const place = viewer.seqs.findIndex((one) => one === seq);
    if (place >= 0 && seq > 0) viewer.go(place);
    else if (seq === 0) viewer.go(0);
    else part("live").textContent = `There is no event ${seq} here.`;
  });
  rememberSingleKeys();
}

/** The replay stands in the page itself, or where the page says; a long one may still be on its way to there. */
async function replayed() {
  const from = part("replay").dataset.from;
  if (!from) return JSON.parse(part("replay").textContent ?? "");
  for (let tries = 0; tries < 30; tries += 1) {
    const answer = await fetch(from);
    if (answer.ok) return answer.json();
    if (answer.status !== 429) return null;
    const seconds = Number(answer.headers.get("Retry-After")) || 1;
    await new Promise((over) => setTimeout(over, 1000 * seconds));
  }
  return null;
}

async function begin() {
  const replay = await replayed();
  // Too long to be drawn at once: the page leads from step to step as it does without a script.
  if (!replay) return;
  const viewer = new Viewer(replay);
  connect(viewer);
  for (const one of document.querySelectorAll(".plain")) one.remove();
  viewer.go(asked() ?? viewer.place);
}

begin();
