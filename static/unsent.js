// What is on this phone and not yet on the laptop, in words: the strip at the top of the page with number and age, the
// list with a state for every hand, what to do if it takes long, and a word before somebody leaves.
"use strict";

const unsentView = (() => {
  const LONG = 120000; // milliseconds; after that a calm word what to do
  const ASLEEP = 5000; // so long without a tick of the page's clock
  const AWAY = 10000; // so long without an answer, though the phone believes to have a network
  const strip = () => document.getElementById("outbox");
  const words = (name) => document.getElementById("outbox-words").content.querySelector(`[data-say="${name}"]`).cloneNode(true);
  const number = (value, unit) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" })
    .format(value).replace(/ /g, "\u00a0");

  function fill(element, texts) {
    for (const [name, text] of Object.entries(texts)) {
      for (const place of element.querySelectorAll(`[data-${name}]`)) if (place.textContent !== text) place.textContent = text;
    }
    return element;
  }

  function age(milliseconds) {
    const minutes = Math.floor(milliseconds / 60000);
    if (minutes < 1) return number(Math.floor(milliseconds / 1000), "second");
    return minutes < 60 ? number(minutes, "minute") : number(Math.floor(minutes / 60), "hour");
  }

  // --- one hand --------------------------------------------------------------------------------------------------

  const isShown = (hand) => hand.state !== outbox.UNSENT || Date.now() - hand.claimed > 1000 || !keeping.isWaiting();
  const shown = () => (keeping.isWaiting() ? outbox.hands().filter(isShown) : outbox.hands());

  function row(hand) {
    const item = words("row");
    item.classList.add(hand.state);
    item.dataset.hand = hand.id;
    for (const part of all("[data-state]", item)) part.hidden = part.dataset.state !== hand.state;
    const moves = item.querySelector("[data-moves]");
    moves.replaceChildren(...hand.words.moves.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
    return fill(item, { no: hand.label || "+", sentence: hand.words.sentence, why: hand.why || "" });
  }

  function latest(hand) {
    const told = words("latest");
    told.querySelector("button").dataset.hand = hand.id;
    return fill(told, { no: hand.label, sentence: hand.words.sentence });
  }

  // --- the strip ---------------------------------------------------------------------------------------------------

  let listed = "";

  function list(hands) {
    const state = JSON.stringify(hands.map((hand) => [hand.id, hand.state, hand.why]));
    const places = all("[data-outbox-rows]");
    if (state === listed && places.every((place) => place.childElementCount === hands.length)) return;
    listed = state;
    for (const place of places) { // in the strip as they are sent, on the sheet the latest first
      const rows = hands.map(row);
      place.replaceChildren(...(place.closest("#outbox") ? rows : rows.reverse()));
    }
  }

  function troubleOf(hands, now) {
    const { answered, foreign } = poll.contact();
    if (foreign) return "foreign";
    const said = outbox.trouble();
    if (hands.length && said && said !== "silent") return strip().querySelector(`[data-trouble="${said}"]`) ? said : "other";
    if (now - Math.max(answered, woke) < AWAY) return "";
    return navigator.onLine ? "away" : "offline";
  }

  // Whoever has just come back sees no complaint before there was time to answer.
  let woke = 0;
  let looked = Date.now();

  function show() {
    const place = strip();
    if (!place) return;
    const now = Date.now();
    if (now - looked > ASLEEP) woke = now;
    looked = now;
    const hands = shown();
    const open = hands.filter((hand) => hand.state !== "parked");
    const trouble = troubleOf(open, now);
    const oldest = open.length ? now - Math.min(...open.map((hand) => hand.claimed)) : 0;
    const received = !place.querySelector("[data-received]").hidden;
    place.hidden = !hands.length && !received && !["foreign", "away"].includes(trouble);
    place.querySelector("details").hidden = !hands.length && received;
    for (const each of all("[data-trouble]", place)) each.hidden = each.dataset.trouble !== trouble;
    if (trouble === "other") fill(place, { code: outbox.trouble() });
    const way = open.length === 1 && outbox.isOnItsWay(open[0]) && now - poll.contact().answered < AWAY;
    const count = way ? "way" : { 0: hands.length ? "parked" : "none", 1: "one" }[open.length] || "many";
    for (const each of all("[data-count]", place)) each.hidden = each.dataset.count !== count;
    if (!open.length) place.querySelector("[data-leave]").hidden = true;
    fill(place, { n: String(open.length), age: open.length ? age(oldest) : "" });
    place.querySelector("[data-long]").hidden = oldest < LONG;
    place.querySelector("[data-volatile]").hidden = outbox.lasting();
    place.querySelector("[data-hand-over]").hidden = !open.length || typeof leanQr === "undefined";
    place.classList.toggle("calm", oldest < LONG && !trouble);
    list(hands);
    if (["403", "foreign"].includes(trouble) && place.dataset.opened !== trouble) place.querySelector("details").open = true;
    place.dataset.opened = trouble;
    document.documentElement.toggleAttribute("data-unsent", open.length > 0);
  }

  document.addEventListener("outbox", show);
  document.addEventListener("table", () => {
    const { waiting, sheet } = document.getElementById("table").dataset;
    // What was put aside stays there until somebody has decided; then the sheet says what counts.
    for (const hand of outbox.of(sheet)) if (hand.state === "parked" && !waiting.includes(hand.id)) outbox.forget(hand.id);
    listed = "";
    show();
  });
  setInterval(show, 1000);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-take-back], [data-edit]");
    const place = button && button.closest("[data-hand]") || button;
    const hand = place && outbox.hands().find(({ id }) => id === place.dataset.hand);
    if (hand && button.dataset.edit !== undefined) keeping.edit(hand);
    else if (hand) keeping.takeBack(hand);
    else if (event.target.closest("#outbox summary")) outbox.now();
  });

  // --- leaving -----------------------------------------------------------------------------------------------------

  let leaving = false;
  document.addEventListener("moving", () => { leaving = true; });
  // As soon as the strip says so, also while the form still waits a moment for an answer.
  const isWorthAWord = () => !leaving && strip() && shown().some((hand) => hand.state !== "parked");

  window.addEventListener("beforeunload", (event) => {
    if (isWorthAWord()) event.preventDefault();
  });

  // On this page it can be said in words, and the hands given to another phone.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (event.target.closest("[data-stay]")) strip().querySelector("[data-leave]").hidden = true;
    if (event.defaultPrevented || !link || !strip() || link.closest("#outbox, [data-clear]")) {
      leaving = leaving || Boolean(link && link.closest("[data-leave]"));
      return;
    }
    if (!isWorthAWord() || link.target || link.pathname === location.pathname) return;
    event.preventDefault();
    const place = strip().querySelector("[data-leave]");
    for (const menu of all(".menu[open]")) menu.open = false;
    place.querySelector("a").href = link.href;
    place.hidden = false;
    strip().querySelector("details").open = true;
  });

  return {
    latest,
    typed: (text) => fill(words("typed"), { sentence: text }),
    empty: () => words("empty"),
    // For those who do not see the page: it is kept.
    tell(hand) {
      const place = strip();
      if (place) fill(place, { told: hand.words.sentence });
    },
  };
})();
