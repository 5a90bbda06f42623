// Écarté: tricks by taps, and one thing at a time: a result or exact tricks. The answers are ordinary inputs of the
// form; what they are worth is the server's business.
"use strict";

(() => {
  const $ = (selector, root) => root.querySelector(selector);
  const $$ = (selector, root) => [...root.querySelectorAll(selector)];
  const TRICKS = 5;

  const entry = () => {
    const form = document.getElementById("entry");
    return form && $(".players", form) ? form : null;
  };
  const tricks = (form) => ["1", "2"].map((player) => $(`[name="tricks_${player}"]`, form));
  const counted = (inputs) => inputs.map((input) => Number(input.value) || 0);

  function show(form) {
    const now = counted(tricks(form));
    for (const button of $$("[data-trick]", form)) {
      button.hidden = false;
      button.disabled = button.dataset.trick === "0" ? !tricks(form).some((input) => input.value) : now[0] + now[1] >= TRICKS;
    }
    for (const pips of $$("[data-pips]", form)) {
      const won = Number($(`[name="${pips.dataset.pips}"]`, form).value) || 0;
      pips.replaceChildren(...Array.from({ length: TRICKS }, (_unused, place) => {
        const pip = document.createElement("i");
        pip.className = place < won ? "on" : "";
        return pip;
      }));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-trick]");
    const form = entry();
    if (!button || !form) return;
    const inputs = tricks(form);
    if (button.dataset.trick === "0") for (const input of inputs) input.value = "";
    else {
      const now = counted(inputs);
      now[Number(button.dataset.trick) - 1] += 1;
      inputs.forEach((input, place) => { input.value = String(now[place]); });
    }
    inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
  });

  // A result or exact tricks, and five tricks in all; a king taken back was announced by nobody.
  document.addEventListener("input", (event) => {
    const form = entry();
    const name = event.target.name || "";
    if (!form || !form.contains(event.target)) return;
    const [first, second] = tricks(form);
    if (name === "result") first.value = second.value = "";
    if (name.startsWith("tricks_") && $(".stepper", form)) {
      const rest = name === "tricks_1" ? second : first;
      const won = Number(event.target.value);
      if (event.target.value !== "" && won >= 0 && won <= TRICKS) rest.value = String(TRICKS - won);
      for (const tile of $$('[name="result"]', form)) tile.checked = false;
      for (const by of $$('[name="by"]', form)) by.checked = false;
    }
    show(form);
  }, true);

  const again = () => {
    const form = entry();
    if (form) show(form);
  };
  for (const name of ["answers", "htmx:afterSettle", "htmx:afterProcessNode", "DOMContentLoaded"]) {
    document.addEventListener(name, again);
  }
})();
