// What was legal at a step: fetched while it is looked at, and listed as the page itself would.
import { tagged } from "./facts.js";

/** @typedef {{line: string, short: string, dead_end: string}} MoveLine */
/** @typedef {{seat: string, verb: string, says: string, lines: MoveLine[]}} VerbGroup */
/** @typedef {{actor: string, verb: string, says: string, lines: MoveLine[]}} LineInParts */
/** @typedef {{waits_for: string, in_doubt: boolean, groups: VerbGroup[], parts: LineInParts[]}} Choices */

/** Knows where legal moves are asked for, and shows those of one place. */
export class Legal {
  /** @param {HTMLDetailsElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.list = /** @type {HTMLElement} */ (frame.querySelector("#legal_moves"));
    /** @type {number | undefined} */
    this.shown = undefined;
  }

  /** @param {number} place */
  async show(place) {
    if (!this.frame.open || this.shown === place) return;
    this.shown = place;
    try {
      const answer = await fetch(`${this.frame.dataset.from}${place}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const legal = await answer.json();
      if (this.shown === place) this.list.replaceChildren(...listed(legal));
    } catch {
      this.shown = undefined;
      this.list.replaceChildren(quiet("Not available right now."));
    }
  }
}

/**
 * @param {Choices} legal
 * @returns {Iterable<HTMLElement>}
 */
function* listed(legal) {
  const waits = tagged("p", legal.waits_for);
  waits.className = "waits";
  yield waits;
  for (const group of legal.groups) {
    const line = document.createElement("p");
    line.append(tagged("b", `${group.seat} ${group.verb}`), ": ");
    for (const one of group.lines) line.append(tagged("code", one.short), " ");
    yield line;
  }
  for (const one of legal.parts) {
    const line = document.createElement("p");
    line.append(tagged("b", `${one.actor === "fate" ? "dice and cards" : one.actor} ${one.verb}`), ": ");
    for (const value of one.lines) line.append(tagged("code", value.short), " ");
    line.append(Object.assign(tagged("span", one.says), { className: "quiet" }));
    yield line;
  }
  if (legal.in_doubt) yield quiet("There may be more: the record leaves out what this depends on.");
  if (!legal.groups.length && !legal.parts.length) yield quiet("Nothing.");
}

/** @param {string} text */
function quiet(text) {
  return Object.assign(tagged("p", text), { className: "quiet" });
}
