// How every page asks the server for news: with the tag of what it shows, one question at a time, more slowly while
// nobody answers or the laptop has much to do, not at all while nobody looks, and at once when somebody looks again.
// What is old says how old.
// What news means is known to a page's own script; a piece with data-every needs none.
"use strict";

const poll = (() => {
  const PATIENCE = 8000; // milliseconds; after that nobody answers
  const MOMENT = 2000; // a younger question is still on its way
  const STALE = 10000; // without an answer for so long, what is shown is old
  const LONGEST = 30000; // between two questions, while nobody answers
  const MOST = 60; // seconds a server may ask us to wait
  const SLOWEST = 8000; // at a pace the laptop asks for: sooner than what is shown is old
  const BORNE = 30000; // so long "later" is an answer, too: the laptop is there and has much to do
  const pollers = [];
  let answered = Date.now(); // when our laptop was last heard of
  let pace = 1; // how many times as long as usual between two questions: told with every answer
  let mark = ""; // which laptop, and which copy of its database
  const OLD = "Stammtisch-Age"; // a header: for so many seconds this laptop itself has not heard of the one it follows
  let foreign = false; // somebody else answers in its place: a hotel's or phone's captive portal

  // address, tag: of what is shown now; no address, no question. take(text, answer): news; throws if it is no page
  // of ours. heard(answer): also when there is nothing new. gone(): there is no such page any more.
  function poller({ address, tag, take, every, heard, gone, longest = LONGEST, aged = true, asleep = () => document.hidden }) {
    let timer = 0;
    let failures = 0;
    let asked = Date.now();
    const before = 1000 * (Number(document.querySelector("[data-old]")?.dataset.old) || 0);
    let isOld = before > 0; // the laptop says itself that what it shows is old
    let shown = asked - before; // when what is shown was last known to be so
    let putOff = 0; // when the laptop has last asked to come later
    let asking = null;

    function pause() {
      const usual = Math.max(every, Math.min(SLOWEST, every * pace));
      const longer = Math.max(usual, Math.min(longest, every * 2 ** Math.min(failures, 4)));
      return longer * (1 - Math.random() * 0.2); // not all phones at once
    }

    async function ask(where, stop) {
      const late = setTimeout(() => stop.abort(), PATIENCE);
      const known = tag();
      try {
        const answer = await fetch(where, { headers: known ? { "If-None-Match": known } : {}, cache: "no-store", signal: stop.signal });
        return [answer, answer.status === 200 ? await answer.text() : ""];
      } finally {
        clearTimeout(late);
      }
    }

    function understand(answer, text) {
      hear(answer);
      if (!isOurs(answer)) throw new Error("not our laptop");
      if (answer.headers.get("HX-Refresh")) return location.reload();
      if (answer.status === 404 && gone) return gone();
      if (answer.status !== 200 && answer.status !== 304) throw new Error(String(answer.status));
      if (heard) heard(answer);
      if (answer.status === 200) take(text, answer);
    }

    async function look() {
      // After a phone's sleep no timer may be left, and an old question may never be answered.
      if (asking && Date.now() - asked < MOMENT) return;
      clearTimeout(timer);
      if (asking) asking.abort();
      const stop = asking = new AbortController();
      const where = address();
      let wait = 0;
      asked = Date.now();
      if (where && !asleep()) {
        try {
          const [answer, text] = await ask(where, stop);
          if (asking !== stop) return;
          wait = 1000 * Math.min(MOST, Number(answer.headers.get("Retry-After")) || 0);
          if (isOurs(answer) && answer.headers.has("Stammtisch-Later")) {
            hear(answer);
            wait *= 1 + Math.random() * 0.5; // all others were told the same
            putOff = Date.now();
            failures = putOff - shown > BORNE ? failures + 1 : 0;
          } else {
            understand(answer, text);
            const old = Number(answer.headers.get(OLD)) || 0;
            fresh(1000 * (old + (Number(answer.headers.get("Age")) || 0))); // a cache may have had it for so long
            isOld = old > 0;
            document.dispatchEvent(new CustomEvent("answered"));
          }
        } catch {
          if (asking !== stop) return; // asked anew meanwhile
          failures += 1;
        }
      }
      asking = null;
      tellAge();
      if (!asleep()) timer = setTimeout(look, Math.max(wait, pause()));
    }

    function fresh(age = 0) {
      failures = 0;
      isOld = false;
      shown = Date.now() - age;
    }

    // Whoever has just come back sees no complaint before there was time to answer.
    function old() {
      const late = isOld || failures > 0 || Date.now() - asked > MOMENT;
      const since = isOld || failures ? shown : Math.max(shown, putOff);
      return aged && late && Date.now() - since > Math.max(STALE, 2 * every) && address() ? shown : 0;
    }

    pollers.push({ look, old });
    timer = setTimeout(look, every);
    return { look, fresh };
  }

  // --- who answers: ours says whose it is with every answer ----------------------------------------------------------

  const isOurs = (answer) => answer.headers.has("Stammtisch-Server");

  function hear(answer) {
    foreign = !isOurs(answer);
    if (foreign) return;
    answered = Date.now();
    if (answer.headers.has("Stammtisch-Spares")) near(answer.headers);
    pace = Number(answer.headers.get("Stammtisch-Pace")) || 1;
    const before = mark;
    mark = answer.headers.get("Stammtisch-Server");
    if (mark !== before) document.dispatchEvent(new CustomEvent("mark"));
  }

  // A spare laptop is near: what goes to it, should this one die, is fetched while this one answers.
  function near(headers) {
    if (!poller.near) document.head.append(Object.assign(document.createElement("script"), { src: "/static/moving.js" }));
    poller.near = headers;
  }

  poller.isOurs = isOurs;
  poller.heard = hear;
  poller.contact = () => ({ answered, foreign, mark });

  // --- how old what is shown is -----------------------------------------------------------------------------------

  const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

  function ago(seconds) {
    const [length, unit] = UNITS.find(([least]) => seconds >= least) || UNITS[3];
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "short" });
    return words.format(-Math.floor(seconds / length), unit).replace(/(\d) /, "$1\u00a0");
  }

  function tellAge() {
    const note = document.getElementById("stale");
    if (!note) return;
    const times = pollers.map((each) => each.old()).filter(Boolean);
    if (times.length) {
      const since = Math.min(...times);
      const words = {
        since: new Date(since).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" }),
        age: ago((Date.now() - since) / 1000),
      };
      for (const [name, text] of Object.entries(words)) {
        for (const place of note.querySelectorAll(`[data-${name}]`)) if (place.textContent !== text) place.textContent = text;
      }
    }
    note.hidden = !times.length;
  }

  setInterval(tellAge, 1000);

  // Also a page that was gone back to: a browser may show it as it was.
  function lookAll(event) {
    const [visit] = performance.getEntriesByType("navigation");
    if (event.type === "pageshow" && !event.persisted && visit?.type === "navigate") return; // it is new
    for (const each of pollers) each.look();
    tellAge();
  }

  for (const name of ["pageshow", "online", "focus"]) window.addEventListener(name, lookAll);
  document.addEventListener("visibilitychange", lookAll);

  // --- pieces that come anew as a whole: data-every seconds between two questions, until it stands there no more ----

  function piece(id, seconds) {
    const here = () => document.getElementById(id);
    poller({
      every: 1000 * seconds,
      address: () => (here() && here().dataset.every ? here().dataset.poll : ""),
      tag: () => here().dataset.tag,
      take(text, answer) {
        if (answer.redirected) return location.reload(); // to a login, or to what has become of it
        if (!text.includes(`id="${id}"`)) throw new Error("not our page"); // a hotel's or phone's captive portal
        const before = here();
        before.dispatchEvent(new CustomEvent("poll:before", { bubbles: true }));
        htmx.swap(before, text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { eventInfo: { target: before } });
        here().dataset.tag = answer.headers.get("ETag") || "";
      },
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const each of document.querySelectorAll("[data-every]")) piece(each.id, Number(each.dataset.every));
  });

  return poller;
})();
