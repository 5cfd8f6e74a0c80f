// What was written here and is not yet known to be recorded; it outlives the page (IndexedDB).

/** @typedef {{id?: number, live: string, key: string, body: string, words: string, match?: string}} Item */

const NAME = "deadreckon", STORE = "outbox";

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/**
 * Wait until it is kept for good: a page that is left before takes it back.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function kept(request) {
  return new Promise((resolve, reject) => {
    request.transaction?.addEventListener("complete", () => resolve(request.result));
    request.transaction?.addEventListener("abort", () => reject(request.error));
  });
}

/** Make up a key that nobody else makes up; phones in a club may come by plain HTTP, where there is no randomUUID. */
function key() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Lines in the order in which they were written. */
export class Outbox {
  /** @param {IDBDatabase | undefined} database none where the browser keeps nothing: then it lasts as long as the page */
  constructor(database) {
    this.database = database;
    /** @type {Item[]} */
    this.items = [];
  }

  static async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true }));
      const outbox = new Outbox(await done(request));
      outbox.items = await done(outbox.store().getAll());
      return outbox;
    } catch {
      return new Outbox(undefined);
    }
  }

  store() {
    return /** @type {IDBDatabase} */ (this.database).transaction(STORE, "readwrite").objectStore(STORE);
  }

  /**
   * @param {string} live
   * @param {string} body
   * @param {string} words
   */
  async add(live, body, words) {
    /** @type {Item} */
    const item = { live, key: key(), body, words };
    this.items.push(item);
    if (this.database) item.id = Number(await kept(this.store().add(item)));
  }

  /** @param {Item} item */
  async put(item) {
    if (this.database && item.id) await kept(this.store().put(item));
  }

  /** @param {Item} item */
  async drop(item) {
    this.items = this.items.filter((one) => one !== item);
    if (this.database) await kept(this.store().delete(/** @type {number} */ (item.id)));
  }

  /**
   * It was refused, and is another intent now: it builds on what was written meanwhile.
   * @param {Item} item
   */
  async renew(item) {
    item.key = key();
    item.match = undefined;
    await this.put(item);
  }

  /** @param {string} live */
  async all(live) {
    return this.items.filter((one) => one.live === live);
  }

  /** @param {string} live */
  async first(live) {
    return (await this.all(live))[0];
  }
}
