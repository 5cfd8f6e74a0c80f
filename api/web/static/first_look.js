// While a log is judged for the first time its pictures are drawn already: whoever asks for them next has them sooner.

const replay = /** @type {HTMLElement} */ (document.getElementById("replay"));
fetch(replay.dataset.from ?? "").catch(() => {});
