// Truco: calls by tapping on the half of whoever speaks. The answers are ordinary inputs of the form; this
// script fills them in and shows whose turn it is to speak. What anything is worth is the server's business.
"use strict";

(() => {
  const $ = (selector, root) => root.querySelector(selector);
  const $$ = (selector, root) => [...root.querySelectorAll(selector)];

  const entry = () => {
    const form = document.getElementById("entry");
    return form && $(".halves", form) ? form : null;
  };

  // --- answers of the form -------------------------------------------------------------------------------------

  const radio = (form, name) => {
    const checked = $(`input[name="${name}"]:checked`, form);
    return checked ? checked.value : "";
  };

  function choose(form, name, value) {
    for (const input of $$(`input[name="${name}"]`, form)) input.checked = input.value === String(value);
  }

  const chainField = (form) => $('input[type=text][name="envido_calls"]', form);

  function read(form) {
    return {
      sides: Number($(".halves", form).dataset.accounts),
      gallo: radio(form, "gallo"),
      calls: chainField(form).value.split("+").map((call) => call.trim()).filter(Boolean),
      caller: radio(form, "envido_caller"),
      answer: radio(form, "envido_answer"),
      winner: radio(form, "envido_winner"),
      level: Number(radio(form, "truco_level") || 0),
      trucoCaller: radio(form, "truco_caller"),
      end: radio(form, "truco_end"),
      hand: radio(form, "truco_winner"),
      course: radio(form, "flor_course"),
      flor: radio(form, "flor_winner"),
    };
  }

  // --- who speaks with whom, and whose turn it is ----------------------------------------------------------------

  function together(now, side, other) {
    if (side === other) return true;
    return now.sides === 3 && now.gallo !== "" && side !== now.gallo && other !== now.gallo;
  }

  // Does this side make the call with this number, when that side made the first? Calls alternate.
  const speaks = (now, side, first, number) => together(now, side, first) === (number % 2 === 1);

  function opponent(now, side) {
    for (let other = 1; other <= now.sides; other += 1) {
      if (!together(now, side, String(other))) return String(other);
    }
    return side;
  }

  // --- taps ------------------------------------------------------------------------------------------------------

  function setChain(form, calls, caller, answer, winner) {
    chainField(form).value = calls.join("+");
    choose(form, "envido_caller", calls.length ? caller : "");
    choose(form, "envido_answer", answer);
    choose(form, "envido_winner", winner);
  }

  function setFlor(form, course, winner, flores) {
    choose(form, "flor_course", course);
    choose(form, "flor_winner", winner);
    $$("[data-flor] .stepper input", form).forEach((input, place) => { input.value = flores[place]; });
  }

  const florFirst = (form) => "florFirst" in $(".halves", form).dataset;

  const taps = {
    call(form, now, side, call) {
      setChain(form, [...now.calls, call], now.calls.length ? now.caller : side, "", "");
    },
    won(form, now, side) {
      const again = now.answer === "quiero" && now.winner === side;
      setChain(form, now.calls, now.caller, again ? "" : "quiero", again ? "" : side);
    },
    refuse(form, now) {
      setChain(form, now.calls, now.caller, now.answer === "no_quiero" ? "" : "no_quiero", "");
    },
    back(form, now) {
      if (now.answer) setChain(form, now.calls, now.caller, "", "");
      else setChain(form, now.calls.slice(0, -1), now.caller, "", "");
    },
    flor(form, now, side) {
      if (!now.course) {
        setFlor(form, "alone", side, ["1", "0"]);
        if (florFirst(form)) setChain(form, [], "", "", "");
      } else if (now.course === "alone" && !together(now, side, now.flor)) {
        setFlor(form, "compared", "", ["1", "1"]); // both have one: now it must be said who wins
        $("details[data-flor]", form).open = true;
      } else setFlor(form, "", "", ["", ""]);
    },
    raise(form, now, side) {
      const back = now.level > 0 && speaks(now, side, now.trucoCaller, now.level);
      const level = now.level + (back ? -1 : 1);
      if (now.level === 0) choose(form, "truco_caller", side);
      if (level === 0) choose(form, "truco_caller", "");
      choose(form, "truco_level", level || "");
      setEnd(form, now, "", "");
    },
    no(form, now, side) {
      if (now.end === "refused") setEnd(form, now, "", "");
      else setEnd(form, now, "refused", opponent(now, side));
    },
    fold(form, now, side) {
      const again = now.end === "folded" && !together(now, side, now.hand);
      if (again) setEnd(form, now, "", "");
      else setEnd(form, now, "folded", opponent(now, side));
    },
  };

  // How the tricks ended. A winner that followed from a refusal goes with it.
  function setEnd(form, now, end, winner) {
    choose(form, "truco_end", end);
    if (winner || now.end === "refused" || now.end === "folded") choose(form, "truco_winner", winner);
  }

  // --- what is shown ---------------------------------------------------------------------------------------------

  function press(button, on) {
    if (button) button.setAttribute("aria-pressed", String(on));
  }

  function show(form) {
    const now = read(form);
    const opened = now.calls.length > 0;
    const closed = now.calls.includes("falta");
    const silent = now.course !== "" && florFirst(form);
    for (const half of $$(".half", form)) {
      showHalf(half, now, opened, closed, silent);
      const flor = $(".bloom", half);
      if (flor) flor.hidden = opened && !now.course && florFirst(form);
    }
    const chain = $(".chain", form);
    const words = {};
    for (const button of $$("[data-call]", form)) words[button.dataset.call] = button.textContent;
    chain.hidden = !opened;
    $("[data-chain]", chain).textContent = now.calls.map((call) => words[call] || call).join(" → ");
  }

  function showHalf(half, now, opened, closed, silent) {
    const side = half.dataset.side;
    half.classList.toggle("together", now.hand !== "" && together(now, side, now.hand));
    const turn = !opened || speaks(now, side, now.caller, now.calls.length + 1);
    const calls = $(".calls", half);
    calls.hidden = silent;
    for (const button of $$("button", calls)) button.disabled = !turn || closed || now.answer !== "";
    $(".answers", half).hidden = !opened;
    const won = $("[data-say=won]", half);
    press(won, now.answer === "quiero" && together(now, side, now.winner));
    const refuse = $("[data-say=refuse]", half);
    refuse.hidden = !turn;
    press(refuse, now.answer === "no_quiero");
    const flor = $("[data-say=flor]", half);
    press(flor, now.course !== "" && (now.course !== "alone" || together(now, side, now.flor)));

    const spoken = now.level > 0 && speaks(now, side, now.trucoCaller, now.level);
    const raise = $("[data-say=raise]", half);
    const level = spoken ? now.level : now.level + 1;
    for (const word of $$("[data-level]", raise)) word.hidden = Number(word.dataset.level) !== Math.min(level, 3);
    raise.hidden = level > 3;
    press(raise, spoken);
    const no = $("[data-say=no]", half);
    no.hidden = now.level === 0 || spoken;
    press(no, now.end === "refused");
    const fold = $("[data-say=fold]", half);
    fold.hidden = now.level > 0 && !spoken;
    press(fold, now.end === "folded" && !together(now, side, now.hand));
  }

  // --- events ----------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-say], [data-call]");
    const form = entry();
    if (!button || !form) return;
    const half = button.closest(".half");
    const side = half ? half.dataset.side : "";
    if (button.dataset.call) taps.call(form, read(form), side, button.dataset.call);
    else taps[button.dataset.say](form, read(form), side);
    chainField(form).dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("input", (event) => {
    const form = entry();
    if (!form || !form.contains(event.target)) return;
    // Whoever names a winner says that the cards were played.
    if (event.target.name === "truco_winner") choose(form, "truco_end", "");
    show(form);
  });

  const again = () => {
    const form = entry();
    if (form) show(form);
  };
  for (const name of ["answers", "htmx:afterSettle", "htmx:afterProcessNode", "DOMContentLoaded"]) {
    document.addEventListener(name, again);
  }
})();
