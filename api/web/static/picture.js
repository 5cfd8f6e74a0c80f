// Pictures from fragments: what is the same in two pictures stays where it is, and only the rest is drawn anew.

/** @typedef {string | number | Fragment} Child */
/** @typedef {[string, Object<string, string>, ...Child[]]} Fragment */

const NAMESPACE = "http://www.w3.org/2000/svg";
// The server lets nothing else through; nor do we.
const DRAWING = new Set([
  "svg", "g", "title", "desc", "rect", "path", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
]);
const LOOK = /^(?!on|href|xlink|style|src)[a-z][A-Za-z0-9-]*$/;

/** Draws pictures into one place of the page. */
export class Picture {
  /**
   * @param {HTMLElement} frame
   * @param {(string | Fragment)[]} pool
   */
  constructor(frame, pool) {
    this.frame = frame;
    this.pool = pool;
    /** @type {number | undefined} */
    this.shown = undefined;
  }

  /** @param {number} root the number of the picture in the pool */
  show(root) {
    if (root === this.shown) return;
    const drawn = this.frame.firstElementChild;
    if (drawn === null || this.shown === undefined) this.frame.replaceChildren(this.made(root));
    else this.change(drawn, this.shown, root);
    this.shown = root;
    this.frame.firstElementChild?.setAttribute("role", "img");
  }

  /**
   * @param {Child} child
   * @returns {Node}
   */
  made(child) {
    const what = typeof child === "number" ? this.pool[child] : child;
    if (typeof what === "string") return document.createTextNode(what);
    const [tag, look, ...children] = what;
    if (!DRAWING.has(tag)) throw new Error(`<${tag}> is no drawing element.`);
    const element = document.createElementNS(NAMESPACE, tag);
    for (const [name, value] of Object.entries(look)) if (LOOK.test(name)) element.setAttribute(name, value);
    for (const one of children) element.append(this.made(one));
    return element;
  }

  /**
   * Turn one element into another: children that are the same at the beginning and at the end are left alone.
   * @param {Node} node
   * @param {Child} from
   * @param {Child} to
   */
  change(node, from, to) {
    if (from === to) return;
    const [old, now] = [from, to].map((one) => (typeof one === "number" ? this.pool[one] : one));
    if (typeof old === "string" || typeof now === "string" || old[0] !== now[0]) {
      node.parentNode?.replaceChild(this.made(to), node);
      return;
    }
    this.restyle(/** @type {Element} */ (node), old[1], now[1]);
    this.rearrange(node, old.slice(2), now.slice(2));
  }

  /**
   * @param {Element} element
   * @param {Object<string, string>} old
   * @param {Object<string, string>} now
   */
  restyle(element, old, now) {
    for (const name of Object.keys(old)) if (!(name in now)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(now)) {
      if (old[name] !== value && LOOK.test(name)) element.setAttribute(name, value);
    }
  }

  /**
   * @param {Node} node
   * @param {any[]} old
   * @param {any[]} now
   */
  rearrange(node, old, now) {
    let head = 0;
    while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
    let tail = 0;
    const most = Math.min(old.length, now.length) - head;
    while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
    const nodes = [...node.childNodes].slice(head, old.length - tail);
    const both = Math.min(nodes.length, now.length - tail - head);
    for (let at = 0; at < both; at += 1) this.change(nodes[at], old[head + at], now[head + at]);
    for (const gone of nodes.slice(both)) gone.remove();
    const before = node.childNodes[head + both] ?? null;
    for (const one of now.slice(head + both, now.length - tail)) node.insertBefore(this.made(one), before);
  }
}
