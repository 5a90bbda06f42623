// A screen in the hall: follows the desk, turns its pages, and never shows an error. When the laptop does not
// answer, the last picture stays and says how old it is; when it answers again, the screen goes on by itself.
"use strict";

(() => {
  const preview = "preview" in document.body.dataset; // small, at the desk, which loads it anew itself
  const body = document.body;

  const live = () => document.querySelector("[data-piece]");
  const leaves = () => [...document.querySelectorAll(".leaf")];

  poll({
    every: preview ? 10000 : 1000,
    longest: preview ? 10000 : 4000, // few screens, and everybody looks at them
    aged: !preview,
    asleep: () => false, // a projector's browser may believe that nobody looks
    address: () => body.dataset.poll,
    tag: () => body.dataset.tag,
    take: (text, answer) => put(text, answer.headers.get("ETag")),
    gone: () => location.reload(), // the screen was removed: a page that says so
  });

  function put(text, tag) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-piece]");
    if (!fresh) throw new Error("not our page");
    if (fresh.dataset.version !== live().dataset.version) return location.reload(); // another program
    live().replaceWith(document.adoptNode(fresh));
    body.dataset.tag = tag || "";
    document.getElementById("checksum").textContent = live().dataset.checksum;
    body.className = `board ${fresh.dataset.theme}`.trim();
    turn();
    fill();
  }

  // --- pages --------------------------------------------------------------------------------------------------------

  function turn() {
    const all = leaves();
    const { held, seconds } = live().dataset;
    const page = held === undefined ? Math.floor(Date.now() / 1000 / Number(seconds)) : Number(held);
    all.forEach((leaf, number) => leaf.classList.toggle("now", number === page % all.length));
    for (const box of document.querySelectorAll(".leaf.now [data-fit], aside[data-fit]")) fit(box);
    const shown = all.length > 1 ? `${(page % all.length) + 1} / ${all.length}` : "";
    const pages = document.getElementById("pages");
    if (pages.textContent !== shown) pages.textContent = shown;
  }

  // --- one size for a whole page ------------------------------------------------------------------------------------

  // Everything in a box has one size, the largest at which nothing is cut. Where names are too long for a good
  // size, first names are shortened; where that is not enough, names take two lines, and where nobody could read
  // that, long words are broken between syllables. Last names stay whole.
  const LEAST = 0.8; // rem
  const LEGIBLE = 1.25; // rem: for this size first names stay whole
  const SHARE = 0.72; // of the size the page would have with short names
  const over = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  const tooWide = (who) => who.scrollWidth > who.clientWidth + 1;
  const high = (box) => !(box.scrollHeight > box.clientHeight + 1);
  const whole = (box) => !over(box) && ![...box.querySelectorAll(".who, p")].some(tooWide);

  function largest(box, most, fits) {
    const set = (size) => { box.style.fontSize = `${size}rem`; };
    set(most);
    if (fits(box)) return most;
    let [low, up] = [LEAST, most];
    while (up - low > 0.02) {
      const middle = (low + up) / 2;
      set(middle);
      if (fits(box)) low = middle;
      else up = middle;
    }
    set(low);
    return low;
  }

  function shorten(who) {
    for (const first of who.querySelectorAll(".first")) {
      first.dataset.whole ??= first.textContent;
      first.textContent = first.dataset.short;
    }
  }

  function restore(who) {
    for (const first of who.querySelectorAll("[data-whole]")) first.textContent = first.dataset.whole;
  }

  function fit(box) {
    const room = `${innerWidth} ${box.clientWidth} ${box.parentElement.clientHeight}`;
    if (box.dataset.room === room) return;
    const names = [...box.querySelectorAll(".who")];
    names.forEach(restore);
    box.classList.remove("wrap", "syllables", "anywhere");
    const most = Number(box.dataset.fit);
    const tall = largest(box, most, high);
    const good = Math.max(Math.min(LEGIBLE, tall), SHARE * tall);
    let size = largest(box, tall, whole);
    if (size < good) {
      box.style.fontSize = `${good}rem`;
      names.filter(tooWide).forEach(shorten);
      size = largest(box, tall, whole);
    }
    if (size < 0.99 * good) {
      box.classList.add("wrap");
      size = largest(box, good, whole);
    }
    for (const [more, least] of [["syllables", Math.max(0.9 * good, Math.min(good, LEGIBLE) - 0.02)], ["anywhere", LEAST + 0.1]]) {
      if (size > least) break;
      box.classList.add(more);
      size = largest(box, good, whole);
    }
    for (const who of names.filter((name) => name.querySelector("[data-whole]"))) {
      const before = who.offsetHeight;
      restore(who);
      if (tooWide(who) || who.offsetHeight > before) shorten(who); // else there was room at this size
    }
    box.dataset.room = `${innerWidth} ${box.clientWidth} ${box.parentElement.clientHeight}`;
  }

  function fill() {
    for (const place of document.querySelectorAll("[data-address]:not(body)")) place.textContent = body.dataset.address;
  }

  // --- time -------------------------------------------------------------------------------

  function tick() {
    turn();
    const now = new Date();
    const language = document.documentElement.lang;
    document.getElementById("time").textContent = now.toLocaleTimeString(language, { timeStyle: "short" });
  }

  // --- keys, full screen ------------------------------------------------------------------------------------------

  const KEYS = { ArrowRight: "next", PageDown: "next", " ": "next", Enter: "next", ArrowLeft: "back", PageUp: "back" };

  function wide() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (body.requestFullscreen) body.requestFullscreen().catch(() => {});
  }

  async function steer(what) {
    const form = new URLSearchParams({ do: what, csrfmiddlewaretoken: body.dataset.token });
    try {
      await fetch(body.dataset.steer, { method: "POST", body: form, headers: { "HX-Request": "true" } });
    } catch { /* the picture's age tells */ }
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.key === "f" || event.key === "F") wide();
    else if (KEYS[event.key] && body.dataset.steer) {
      event.preventDefault();
      steer(KEYS[event.key]);
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("button")) wide();
  });

  let hiding = 0;
  document.addEventListener("mousemove", () => {
    const hint = document.getElementById("hint");
    hint.hidden = document.fullscreenElement !== null;
    clearTimeout(hiding);
    hiding = setTimeout(() => { hint.hidden = true; }, 3000);
  });

  fill();
  tick();
  setInterval(tick, 250);
})();
