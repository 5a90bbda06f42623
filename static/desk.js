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

document.addEventListener("DOMContentLoaded", prepareForms);
