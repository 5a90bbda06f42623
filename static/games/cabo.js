// Cabo: one keypad for all hands. A value goes on to the next hand as soon as no further digit could follow, after
// 0 and 6 to 9 and after two digits; after 1 to 5 with the key for it. What is worth how much is the server's business.
"use strict";

(() => {
  const $ = (selector, root) => root.querySelector(selector);
  const $$ = (selector, root) => [...root.querySelectorAll(selector)];

  const entry = () => {
    const form = document.getElementById("entry");
    return form && $(".cabo", form) ? form : null;
  };
  const fields = (form) => $$(".held", form);
  const highest = (field) => Number(field.dataset.high);
  const isTooHigh = (field) => Number(field.value) > highest(field);
  const mayGrow = (field) => field.value !== "0" && Number(field.value) * 10 <= highest(field);
  const isWhole = (field) => field.value !== "" && !isTooHigh(field) && !mayGrow(field);

  // --- whose hand is typed -------------------------------------------------------------------------------------

  let trail = []; // the hands that were left by keys, so that the key for deleting leads back to them
  let whole = false; // a value that was there when its hand was chosen is replaced, not continued
  let moving = false;

  const current = (form) => $(".held.current", form);
  const open = (form) => fields(form).find((field) => !field.value) || null;

  function choose(form, field) {
    if (field !== current(form)) forgetCards(form);
    for (const other of $$(".held.current", form)) other.classList.remove("current");
    for (const row of $$(".cabo-row[aria-current]", form)) row.removeAttribute("aria-current");
    whole = Boolean(field && field.value);
    if (field) {
      field.classList.add("current");
      field.closest(".cabo-row").setAttribute("aria-current", "true");
    }
    show(form);
  }

  function goTo(form, field) {
    choose(form, field);
    if (!field) return;
    moving = true;
    if (document.activeElement && document.activeElement.matches(".held")) field.focus({ preventScroll: true });
    moving = false;
    field.closest(".cabo-row").scrollIntoView({ block: "nearest" });
  }

  function goOn(form, from) {
    const all = fields(form);
    const after = all.slice(all.indexOf(from) + 1).find((field) => !field.value);
    trail.push(from);
    goTo(form, after || open(form));
  }

  // --- keys ------------------------------------------------------------------------------------------------------

  const tell = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  function write(form, field, value) {
    field.value = value;
    whole = false;
    tell(field);
  }

  function erase(form, field) {
    if (field.value) return write(form, field, whole ? "" : field.value.slice(0, -1));
    const before = trail.pop();
    if (!before) return undefined;
    goTo(form, before);
    return write(form, before, before.value.slice(0, -1));
  }

  // Nothing is to be confirmed where nothing stands: the same key after a hand that went on by itself skips nobody.
  // A value that cannot be stays where it is until it is deleted.
  function press(form, key) {
    const last = key === "back" && !current(form) ? trail.pop() : null;
    const field = current(form) || last || open(form);
    if (!field) return;
    if (!field.classList.contains("current")) {
      choose(form, field);
      whole = false;
    }
    if (key === "back") erase(form, field);
    else if (key === "next") {
      if (field.value && !isTooHigh(field)) goOn(form, field);
    } else if (whole) write(form, field, key);
    else if (field.value === "" || mayGrow(field)) write(form, field, field.value + key);
    if (key !== "back" && key !== "next" && isWhole(field)) goOn(form, field);
  }

  // --- what is shown ---------------------------------------------------------------------------------------------

  function show(form) {
    for (const field of fields(form)) {
      field.inputMode = "none"; // the own keypad is there already
      field.closest(".cabo-row").classList.toggle("fifty", Number(field.value) === 50);
      if (isTooHigh(field)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    const turn = $(".turn", form);
    const field = current(form);
    if (!turn) return;
    const name = field ? $(".seat-name", field.closest(".cabo-row")).textContent.replaceAll("\u00ad", "") : turn.dataset.all;
    const value = field ? field.value || "–" : "✓";
    if ($("bdi", turn).textContent !== name) $("bdi", turn).textContent = name;
    $("b", turn).textContent = value;
  }

  // --- adding up cards -------------------------------------------------------------------------------------------

  function forgetCards(form) {
    const output = $("[data-picked]", form);
    output.dataset.cards = output.textContent = "";
  }

  function pickCard(form, button) {
    const field = current(form) || open(form);
    if (!field) return;
    choose(form, field);
    const output = $("[data-picked]", form);
    const picked = output.dataset.cards ? output.dataset.cards.split(" ") : [];
    if (button.dataset.card !== undefined) picked.push(button.dataset.card);
    else picked.length = 0;
    output.dataset.cards = picked.join(" ");
    output.textContent = picked.join(" + ");
    write(form, field, picked.length ? String(picked.reduce((sum, card) => sum + Number(card), 0)) : "");
  }

  // --- events ----------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const form = entry();
    if (!button || !form || !form.contains(button)) return;
    if (button.dataset.key && button.closest("[data-focus-pad]")) press(form, button.dataset.key);
    else if (button.dataset.card !== undefined || button.dataset.cardsClear !== undefined) pickCard(form, button);
  });

  // The own keys leave the cursor where it is: a keyboard goes on in the same hand.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-focus-pad] button")) event.preventDefault();
  });

  // Keys of a keyboard do the same; a form is not saved because somebody goes on to the next hand.
  document.addEventListener("keydown", (event) => {
    const form = entry();
    if (!form || !event.target.matches(".held") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = { Enter: "next", Backspace: "back" }[event.key] || (/^\d$/.test(event.key) ? event.key : "");
    if (!key) return;
    event.preventDefault();
    press(form, key);
  });

  document.addEventListener("focusin", (event) => {
    const form = entry();
    if (!form || moving || !event.target.matches(".held")) return;
    trail = [];
    choose(form, event.target);
  });

  document.addEventListener("input", (event) => {
    const form = entry();
    if (form && form.contains(event.target)) show(form);
  });

  let prepared = null;

  const again = () => {
    const form = entry();
    if (!form) return;
    if (form !== prepared) {
      prepared = form;
      trail = [];
      choose(form, open(form));
    }
    show(form);
  };
  for (const name of ["answers", "htmx:afterSettle", "htmx:afterProcessNode", "DOMContentLoaded"]) {
    document.addEventListener(name, again);
  }
})();
