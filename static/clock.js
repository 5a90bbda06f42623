// The round clock: counts by the server's time, whatever this device believes the time to be, and follows
// what the desk does. Sounds at five minutes and at the end, once somebody has asked for sound.
"use strict";

(() => {
  const WARNING = 300; // seconds
  const anchors = new WeakMap(); // clock → {server, here}: the same moment by the server and by this device
  const before = new WeakMap(); // clock → seconds left at the last tick
  let audio = null;

  const clocks = () => [...document.querySelectorAll("[data-clock]")];

  // By the server's clock. A cache hands on what it was told some seconds ago; its own Date says when it does,
  // in whole seconds, or Age says how long it had it.
  function moment(answer) {
    const number = (name) => Number(answer.headers.get(name)) || 0;
    const made = number("Stammtisch-Made");
    const late = made ? Date.parse(answer.headers.get("Date")) - made : 0;
    return number("X-Now") && number("X-Now") + Math.max(0, late > 0 ? late + 500 : 0, 1000 * number("Age"));
  }

  function anchor(clock, server) {
    anchors.set(clock, { server, here: performance.now(), wall: Date.now() });
  }

  function serverNow(clock) {
    if (!anchors.has(clock)) anchor(clock, Number(clock.dataset.now));
    const { server, here } = anchors.get(clock);
    return server + performance.now() - here;
  }

  // A device that was asleep has counted less than the day has.
  function slept(clock) {
    const { here, wall } = anchors.get(clock);
    return Math.abs(Date.now() - wall - (performance.now() - here)) > 2000;
  }

  function show(clock) {
    if (!clock.dataset.ends || !(anchors.has(clock) || clock.dataset.now)) return;
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - serverNow(clock)) / 1000));
    const last = before.get(clock);
    if (left === last) return;
    before.set(clock, left);
    const minutes = clock.querySelector("[data-clock-minutes]");
    if (!minutes) return;
    minutes.closest(".clock-face").hidden = false;
    minutes.textContent = String(Math.floor(left / 60));
    clock.querySelector("[data-clock-seconds]").textContent = String(left % 60).padStart(2, "0");
    clock.querySelector("[data-clock-over]").hidden = left > 0;
    const until = clock.querySelector("[data-clock-until]");
    if (until) until.hidden = left === 0;
    clock.classList.toggle("over", left === 0);
    clock.classList.toggle("soon", left > 0 && left <= WARNING);
    if (last === undefined) return;
    if (last > WARNING && left <= WARNING && left > 0) beep(2, 660);
    if (last > 0 && left === 0) beep(4, 520);
  }

  // --- sound: browsers let a page be heard only after somebody has touched it -----------------------------------

  function beep(times, pitch) {
    if (!audio) return;
    for (let at = 0; at < times; at += 1) {
      const start = audio.currentTime + at * 0.7;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.5, start + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.55);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.6);
    }
  }

  function buttons() {
    for (const button of document.querySelectorAll("[data-clock-sound]")) {
      button.hidden = !window.AudioContext;
      button.setAttribute("aria-pressed", String(audio !== null));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-clock-sound]");
    if (!button) return;
    if (audio) {
      audio.close();
      audio = null;
    } else {
      audio = new AudioContext();
      beep(1, 660);
    }
    buttons();
  });

  // --- what the desk does -------------------------------------------------------------------------------------

  const first = () => clocks()[0];

  const poller = poll({
    every: 5000,
    aged: false, // without an answer it goes on counting
    asleep: () => document.hidden && !audio, // a clock that is to be heard need not be seen
    address: () => first()?.dataset.clock,
    tag: () => (anchors.has(first()) && slept(first()) ? "" : first().dataset.stamp),
    heard(answer) {
      const now = moment(answer);
      if (answer.status === 304 && now) anchor(first(), now);
    },
    take(text, answer) {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-clock]");
      if (!fresh) throw new Error("not our page");
      first().replaceWith(document.adoptNode(fresh)); // new to `before`: it does not sound at once
      if (!fresh.dataset.now) anchor(first(), moment(answer));
    },
  });

  function tick() {
    for (const clock of clocks()) show(clock);
    buttons();
    setTimeout(tick, 250);
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (first() && !first().dataset.now) poller.look(); // a page for everybody knows no moment
    tick();
  });
})();
