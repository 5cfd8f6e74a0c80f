// The table as facts: what it held at a step, and what a step changed.

/** @typedef {string | number} Fact */
/** @typedef {Object<string, [Fact, Fact]>} Changed */

// Facts at every so many steps are kept, so that none is far away.
const EVERY = 64;

/** Knows every fact at every step. */
export class Facts {
  /**
   * @param {Object<string, Fact>} start
   * @param {Changed[]} changed
   */
  constructor(start, changed) {
    this.changed = changed;
    /** @type {Object<string, Fact>[]} */
    this.kept = [];
    const facts = { ...start };
    for (let place = 0; place <= changed.length; place += 1) {
      if (place) apply(facts, changed[place - 1]);
      if (place % EVERY === 0) this.kept.push({ ...facts });
    }
  }

  /**
   * @param {number} place
   * @returns {Object<string, Fact>}
   */
  at(place) {
    const from = Math.floor(place / EVERY);
    const facts = { ...this.kept[from] };
    for (let step = from * EVERY; step < place; step += 1) apply(facts, this.changed[step]);
    return facts;
  }

  /**
   * @param {number} place
   * @returns {Changed}
   */
  changedAt(place) {
    return place ? this.changed[place - 1] : {};
  }
}

/**
 * @param {Object<string, Fact>} facts
 * @param {Changed} changed
 */
function apply(facts, changed) {
  for (const [name, [, now]] of Object.entries(changed)) facts[name] = now;
}

/**
 * List what a step changed, each with the value before and after.
 * @param {HTMLElement} list
 * @param {Changed} changed
 */
export function listChanges(list, changed) {
  list.replaceChildren(
    ...Object.entries(changed).map(([name, [old, now]]) => {
      const row = document.createElement("li");
      row.append(`${name} `, tagged("del", String(old)), " → ", tagged("ins", String(now)));
      return row;
    }),
  );
}

/**
 * Write all facts into the tables of the page, and mark what is new.
 * @param {HTMLElement} tables
 * @param {Object<string, Fact>} facts
 * @param {Changed} changed
 */
export function fillTables(tables, facts, changed) {
  const left = new Map(Object.entries(facts));
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (tables.querySelectorAll("[data-fact]"))) {
    const name = cell.dataset.fact ?? "";
    cell.textContent = left.has(name) ? String(left.get(name)) : "";
    cell.classList.toggle("new", name in changed);
    left.delete(name);
  }
  const body = tables.querySelector("#of_table tbody");
  for (const [name, value] of left) {
    const cell = tagged("td", String(value));
    const head = tagged("th", name);
    head.setAttribute("scope", "row");
    cell.dataset.fact = name;
    const row = document.createElement("tr");
    row.append(head, cell);
    body?.append(row);
  }
}

/**
 * @param {string} tag
 * @param {string} text
 * @returns {HTMLElement}
 */
export function tagged(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
