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
  for (const tab of all(".tabs [aria-current], .money-ways [aria-current]")) {
    tab.closest("ul, nav").scrollLeft = tab.offsetLeft - (innerWidth - tab.offsetWidth) / 2;
  }
}

// The code of the laptop, or of an invitation, travels in the fragment, which no server log ever sees.
function bringCode() {
  const form = document.querySelector("form[data-brought-code]");
  const code = /^#([\w:.-]{12,900})$/.exec(location.hash);
  if (!form || !code) return;
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code[1];
  form.requestSubmit();
}

// A file that would be refused when it has arrived is not sent at all.
function weighFiles() {
  for (const field of all("input[type=file][data-most]")) {
    field.addEventListener("change", () => {
      const large = [...field.files].some((file) => file.size > Number(field.dataset.most));
      field.setCustomValidity(large ? field.dataset.tooLarge : "");
      field.reportValidity();
    });
  }
}

// Another code, scanned while the page for typing one is open.
window.addEventListener("hashchange", bringCode);

// What is half typed survives a look at another tab: it stays in this browser tab until the form is sent. A list stays
// until it is taken, with everything that was put right in its look.
const drafts = {
  get(key) {
    try { return JSON.parse(sessionStorage.getItem(`draft:${key}`)); } catch { return null; }
  },
  set(key, value) {
    try { sessionStorage.setItem(`draft:${key}`, JSON.stringify(value)); } catch { /* full, or not allowed */ }
  },
  remove(key) {
    try { sessionStorage.removeItem(`draft:${key}`); } catch { /* not allowed */ }
  },
};

function typedIn(form) {
  const typed = {};
  for (const field of form.querySelectorAll("input:not([type=hidden], [type=file], [type=password], [type=submit]), textarea, select")) {
    if (!field.name) continue;
    if (field.type === "checkbox" || field.type === "radio") {
      if (field.checked) typed[field.name] = field.value;
    } else typed[field.name] = field.value;
  }
  return typed;
}

function restore(form, typed) {
  let changed = false;
  for (const field of form.querySelectorAll("input[type=text], textarea")) {
    const text = typed[field.name];
    if (!text || field.value || text === field.value) continue; // what the server has written goes first
    field.value = text;
    changed = true;
  }
  for (let around = form; changed && around; around = around.parentElement) if (around.matches("details")) around.open = true;
  if (changed) for (const inside of all("details", form)) inside.open = inside.open || [...all("input", inside)].some((field) => field.value);
}

function keepDrafts() {
  if (/\/login\/$/.test(location.pathname)) { // somebody else may sit down here
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("draft:")) sessionStorage.removeItem(key);
    return;
  }
  const look = document.querySelector("form[data-look]");
  for (const form of all("form[data-keep]")) {
    const key = form.dataset.keep;
    const list = "keepList" in form.dataset;
    if (list && drafts.get(`${key}:sent`)) for (const part of ["", ":sent", ":look"]) drafts.remove(key + part);
    restore(form, drafts.get(key) || {});
    const edits = list && !form.elements.before && drafts.get(`${key}:look`);
    if (edits) {
      for (const [name, value] of Object.entries(edits)) {
        const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
        form.append(field);
      }
    }
    const save = () => drafts.set(key, typedIn(form));
    form.addEventListener("input", save);
    if (list && form.elements.text.value) save();
    if (!list) form.addEventListener("submit", () => drafts.remove(key));
  }
  if (!look) return;
  const key = look.dataset.look;
  drafts.remove(`${key}:sent`);
  if (look.elements.text) drafts.set(key, { text: look.elements.text.value });
  const save = () => drafts.set(`${key}:look`, { before: look.elements.rows.value, decided: JSON.stringify(typedIn(look)) });
  look.addEventListener("input", (event) => {
    // Whoever corrects a row that was left out wants it.
    const row = event.target.closest(".in-left li");
    if (row && event.target.type === "text") row.querySelector("input[type=checkbox]").checked = true;
    save();
  });
  save();
  look.addEventListener("submit", (event) => {
    if (event.submitter && ["confirm", "rest"].includes(event.submitter.name)) drafts.set(`${key}:sent`, true);
  });
}

// As the server folds names: without capitals, accents and umlauts.
function folded(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss").replace(/ø/g, "o").replace(/ł/g, "l").replace(/đ/g, "d").replace(/[æ]/g, "a").replace(/œ/g, "o")
    .replace(/[^\p{L}\p{N}]+/gu, " ").replace(/ae/g, "a").replace(/oe/g, "o").replace(/ue/g, "u").trim();
}

// A long choice of people is typed: the field proposes, and the choice behind it follows what fits only one.
function typeChoices() {
  for (const [number, select] of all("select[data-typed]").entries()) {
    const options = [...select.options].filter((option) => option.value);
    const list = Object.assign(document.createElement("datalist"), { id: `typed-${number}` });
    list.append(...options.map((option) => new Option("", plainText(option))));
    const field = Object.assign(document.createElement("input"), { type: "text", autocomplete: "off", required: select.required });
    field.setAttribute("list", list.id);
    if (select.value) field.value = plainText(select.selectedOptions[0]);
    select.required = false;
    select.hidden = true;
    select.before(field, list);
    const follow = () => {
      const typed = folded(field.value);
      const alike = [
        (option) => plainText(option) === plainText(field), // Bär is not Bar where both are there
        (option) => folded(plainText(option)) === typed,
        (option) => typed && folded(plainText(option)).includes(typed),
      ];
      const fits = alike.map((is) => options.filter(is)).find((some) => some.length) || [];
      select.value = fits.length === 1 ? fits[0].value : "";
      field.setCustomValidity(!field.value.trim() || select.value ? "" : select.dataset.typed);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    field.addEventListener("input", follow);
    field.addEventListener("change", () => {
      if (select.value) field.value = plainText(select.selectedOptions[0]);
    });
  }
}

function plainText(element) {
  return (element.matches("input") ? element.value : element.textContent).replace(/\s+/g, " ").trim();
}

document.addEventListener("DOMContentLoaded", () => {
  typeChoices();
  keepDrafts();
  prepareForms();
  weighFiles();
  bringCode();
  showTab();
});
