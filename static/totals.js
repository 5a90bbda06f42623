// Totals from paper: phones get their digits, and a button for the sign their digits do not have.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-sign]")) {
    const input = document.getElementById(button.dataset.sign);
    input.inputMode = "numeric";
    button.hidden = false;
    button.addEventListener("click", () => {
      const typed = input.value.trim().replace("\u2212", "-");
      input.value = typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.focus();
    });
  }
});
