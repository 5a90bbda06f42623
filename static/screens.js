// Keys for the screen that was chosen at the desk: those of a presenter's remote control are among them.
"use strict";

(() => {
  const KEYS = {
    ArrowRight: "next", PageDown: "next", Enter: "next",
    ArrowLeft: "back", PageUp: "back",
    " ": "hold",
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const at = event.target;
    if (at.matches("input, textarea, select, summary")) return;
    if (at.matches("button, a") && (event.key === "Enter" || event.key === " ")) return; // their own keys
    const button = document.querySelector(`.with-keys [data-key="${KEYS[event.key]}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
})();
