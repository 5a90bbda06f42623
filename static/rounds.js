// Drafts: who is ticked second is exchanged with who was ticked first; the next page shows what that brings.
// Without it the button below the tables does the same.
"use strict";

(() => {
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-two]");
    if (form && form.querySelectorAll("input:checked").length === 2) form.requestSubmit();
  });
  // Back from the preview nobody is ticked.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-two]")) form.reset();
  });
})();
