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

// The code of the laptop travels in the fragment, which no server log ever sees.
function bringCode() {
  const form = document.querySelector("form[data-phone-code]");
  const code = /^#([a-z0-9-]{12,20})$/.exec(location.hash);
  if (!form || !code) return;
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code[1];
  form.requestSubmit();
}

// Another code, scanned while the page for typing one is open.
window.addEventListener("hashchange", bringCode);

document.addEventListener("DOMContentLoaded", () => {
  prepareForms();
  bringCode();
  showTab();
});

// An answer without what was asked for (a login, somebody else's portal) replaces nothing.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "live" && !event.detail.xhr.responseText.includes('id="live"')) {
    event.detail.shouldSwap = false;
  }
});
