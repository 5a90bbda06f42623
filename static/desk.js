// The desk: forms show only what is asked. Uses what table.js brings; without it every page works as plain forms.
"use strict";

function prepareForms() {
  for (const form of all("form[data-asks]")) {
    const refresh = () => {
      askWhatApplies(form);
      askWhatApplies(form); // an answer that has just been switched off may switch off another question
    };
    form.addEventListener("input", refresh);
    refresh();
  }
}

// On a phone the tabs are wider than the screen: the one we are on comes into sight.
function showTab() {
  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) tab.closest("ul").scrollLeft = tab.offsetLeft - (innerWidth - tab.offsetWidth) / 2;
}

document.addEventListener("DOMContentLoaded", () => {
  prepareForms();
  showTab();
});

// An answer without what was asked for (a login, somebody else's portal) replaces nothing.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "live" && !event.detail.xhr.responseText.includes('id="live"')) {
    event.detail.shouldSwap = false;
  }
});
