// While a log is judged for the first time its pictures are drawn already, and what is known of it is to be seen.

const replay = /** @type {HTMLElement} */ (document.getElementById("replay"));
fetch(replay.dataset.from ?? "").catch(() => {});
// Not before it is painted: a browser never shows a page that it is leaving.
requestAnimationFrame(() => setTimeout(() => location.replace(replay.dataset.judged ?? "")));
