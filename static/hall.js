// Pages of an event stay up to date by themselves: they ask for what has changed and put it in its place.
// Nothing is computed here; without this script a page shows what was true when it was opened.
"use strict";

(() => {
  const EVERY = 4500; // milliseconds between two questions
  const HIDDEN = 20000; // while nobody looks
  const LONGEST = 30000; // after many failures
  const PATIENCE = 8000;
  const STALE = 10000; // without an answer for so long: say how old the page is
  let timer = 0;
  let failures = 0;
  let seen = Date.now();

  const hall = () => document.getElementById("hall");

  function pause() {
    const usual = document.hidden ? HIDDEN : EVERY;
    const longer = Math.min(LONGEST, usual * 2 ** Math.min(failures, 4));
    return longer * (0.85 + Math.random() * 0.3); // not all phones at once
  }

  async function ask() {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await fetch(hall().dataset.poll, {
        headers: { "If-None-Match": hall().dataset.tag },
        cache: "no-store",
        signal: stop.signal,
      });
    } finally {
      clearTimeout(late);
    }
  }

  async function look() {
    clearTimeout(timer);
    if (!hall() || !hall().dataset.poll) return;
    let wait = 0;
    try {
      const answer = await ask();
      if (answer.status === 429) wait = 1000 * (Number(answer.headers.get("Retry-After")) || 30);
      else if (answer.status === 200) put(await answer.text(), answer.headers.get("ETag"));
      else if (answer.status !== 304) throw new Error(String(answer.status));
      failures = 0;
      seen = Date.now();
    } catch {
      failures += 1;
    }
    age();
    timer = setTimeout(look, wait || pause());
  }

  // --- the new pieces ---------------------------------------------------------------------------------------------

  function put(text, tag) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const pieces = [...page.querySelectorAll("[data-piece]")];
    if (!pieces.length) throw new Error("not our page"); // a hotel's or phone's captive portal
    const focus = address(document.activeElement);
    const open = [...document.querySelectorAll("details[id][open]")].map((one) => one.id);
    for (const piece of pieces) {
      const old = document.querySelector(`[data-piece="${piece.dataset.piece}"]`);
      if (!old) continue;
      const before = seat(old);
      old.replaceWith(document.adoptNode(piece));
      tellMoved(before, piece);
    }
    for (const id of open) {
      const again = document.getElementById(id);
      if (again) again.open = true;
    }
    if (focus) {
      const again = document.querySelector(focus);
      if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    }
    if (tag) hall().dataset.tag = tag;
  }

  // How to find what has the keyboard's focus again after its piece was replaced.
  function address(element) {
    if (!element || !element.closest("[data-piece]")) return "";
    if (element.id) return `#${CSS.escape(element.id)}`;
    if (element.matches("summary") && element.parentElement.id) return `#${CSS.escape(element.parentElement.id)} > summary`;
    const link = element.getAttribute("href");
    return link ? `[data-piece] a[href="${CSS.escape(link)}"]` : "";
  }

  // --- somebody was given another seat ------------------------------------------------------------------------------

  function seat(piece) {
    const one = piece.querySelector("[data-seat]");
    return one ? one.dataset.seat : "";
  }

  function tellMoved(before, piece) {
    const after = seat(piece);
    if (!before || !after || before === after) return;
    if (before.split(":")[0] !== after.split(":")[0]) return; // another round has other seats
    for (const one of piece.querySelectorAll("[data-moved]")) {
      one.hidden = true;
      one.hidden = false; // read aloud, also if it stood there before
      one.scrollIntoView({ block: "nearest" });
    }
  }

  // --- no answer ------------------------------------------------------------------------------------------------

  function age() {
    const note = document.getElementById("stale");
    if (!note) return;
    const old = Date.now() - seen > STALE;
    if (old) {
      const time = new Date(seen).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
      note.querySelector("[data-since]").textContent = time;
    }
    note.hidden = !old;
  }

  for (const name of ["pageshow", "online", "focus"]) window.addEventListener(name, look);
  document.addEventListener("visibilitychange", look);
  setInterval(age, 2000);
})();
