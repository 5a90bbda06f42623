// The phone at the table: shows only what is asked, own keypad, preview, drafts, news from other phones.
// It judges nothing and computes no points; without it every page works as plain forms.
"use strict";

document.documentElement.classList.add("js");

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// A random id for an entry. crypto.randomUUID is missing on a club's plain http.
function newId() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  const hex = [...b].map((n) => n.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// --- questions that depend on other answers ---------------------------------------------------------------

function answersOf(form, name) {
  return all(`[name="${name}"]`, form)
    .filter((input) => !input.disabled && (!/radio|checkbox/.test(input.type) || input.checked))
    .map((input) => input.value);
}

// ["kind", ["", "played"]]: one of these values. ["melds", 2, false]: a number at least so high, or so many answers;
// whether it holds without one. [null, [… , …]]: one of these conditions.
function holds(form, [name, wanted, unanswered]) {
  if (name === null) return wanted.some((condition) => holds(form, condition));
  const given = answersOf(form, name).filter((value) => value !== "");
  if (Array.isArray(wanted)) {
    return given.length ? given.some((value) => wanted.includes(value)) : wanted.includes("");
  }
  const controls = all(`[name="${name}"]`, form);
  const several = controls.some((input) => input.type === "checkbox" || input.tagName === "SELECT");
  const count = controls.length ? given.length : thingsOf(form, name);
  if (!count) return unanswered;
  return (several || !controls.length ? count : Number(given[0])) >= wanted;
}

// How many things of a list somebody has begun to describe: melds_1_kind and melds_1_side are about the same.
function thingsOf(form, name) {
  const inputs = all(`[name^="${name}_"]`, form).filter((input) => answersOf(form, input.name).some((value) => value));
  return new Set(inputs.map((input) => input.name.slice(name.length + 1).split("_")[0])).size;
}

function askWhatApplies(form) {
  for (const group of all("[data-when]", form)) {
    const outer = group.parentElement.closest("[data-when]");
    const asked = JSON.parse(group.dataset.when).every((condition) => holds(form, condition))
      && (!outer || outer.classList.contains("asked"));
    group.classList.toggle("asked", asked);
    // What is not asked must not be sent: the server takes such an answer for a mistake.
    for (const input of all("input, select", group)) {
      if (input.closest("[data-when]") === group) input.disabled = !asked;
    }
  }
}

// --- answers that follow from others: the page has been told which, nothing is judged here -----------------------

function imply(form, input) {
  const given = form.dataset.implied ? JSON.parse(form.dataset.implied) : [];
  if (input.name === form.dataset.guessed) delete form.dataset.guessed; // now somebody has said so
  const about = given.filter(([field]) => field === input.name);
  if (!about.length || !input.checked) return;
  const follows = about.find(([, value]) => value === input.value);
  const then = (follows || about[0])[2];
  const radios = all(`[name="${then}"]`, form);
  if (follows) {
    const answered = radios.some((radio) => radio.checked) && form.dataset.guessed !== then;
    if (answered && !follows[4]) return;
    for (const radio of radios) radio.checked = radio.value === follows[3];
    form.dataset.guessed = then;
  } else if (form.dataset.guessed === then) {
    for (const radio of radios) radio.checked = false;
    delete form.dataset.guessed;
  }
}

// --- keypads ---------------------------------------------------------------------------------------------------

function changed(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function press(input, key, digits) {
  const now = input.value;
  if (key === "back") input.value = now.slice(0, -1);
  else input.value = now.length >= digits || now === "0" ? key : now + key;
  changed(input);
}

function showPads(form) {
  for (const pad of all("[data-pad]", form)) {
    const input = form.querySelector(`[name="${pad.dataset.pad}"]`);
    const shown = pad.querySelector(".shown");
    if (shown && input) shown.textContent = input.value || "–";
  }
}

// --- helper: the pile is counted by its full cards and all cards together; the rest is empties --------------------

function fillEmpties(form) {
  const total = form.querySelector("[data-total]");
  if (!total) return;
  const rest = form.querySelector(`[name="${total.dataset.total}"]`);
  const full = all("details.pile input[name]", form).filter((field) => field !== rest);
  const cards = full.reduce((sum, field) => sum + Number(field.value || 0), 0);
  if (total.value) rest.value = String(Number(total.value) - cards);
  else if (rest.value) total.value = String(Number(rest.value) + cards);
}

// --- drafts: what was typed survives a reload and a sleeping phone -----------------------------------------------

function keepDraft(form) {
  const answers = all("input, select", form)
    .filter((input) => input.type !== "hidden" && !input.disabled)
    .filter((input) => (/radio|checkbox/.test(input.type) ? input.checked : input.value))
    .map((input) => [input.name, input.value]);
  try {
    sessionStorage.setItem("draft", JSON.stringify([form.dataset.draft, answers]));
  } catch { /* a private tab may refuse; the form itself still holds the answers */ }
}

function restoreDraft(form) {
  let draft = null;
  try {
    draft = JSON.parse(sessionStorage.getItem("draft"));
  } catch { return false; }
  const ahead = `${form.dataset.keeps}-${form.elements.hand.value}`; // typed before the hand before it was saved
  if (!draft || ![form.dataset.draft, ahead].includes(draft[0])) return false;
  const turns = {}; // several menus may share a name: each has its turn
  for (const [name, value] of draft[1]) {
    const inputs = all(`[name="${CSS.escape(name)}"]`, form);
    const turn = turns[name] = (turns[name] ?? -1) + 1;
    inputs.forEach((input, place) => {
      if (/radio|checkbox/.test(input.type)) input.checked = input.checked || input.value === value;
      else if (inputs.length === 1 || place === turn) input.value = value;
    });
  }
  return draft[1].length > 0;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-clear]")) return;
  try {
    sessionStorage.removeItem("draft");
  } catch { /* then there is none */ }
});

// --- the entry form ----------------------------------------------------------------------------------------------

let dirty = false;

function preview(form) {
  form.dispatchEvent(new CustomEvent("answers", { bubbles: true }));
}

function refresh(form) {
  askWhatApplies(form);
  askWhatApplies(form); // an answer that has just been switched off may switch off another question
  showPads(form);
}

function prepare(root) {
  const form = root.querySelector("#entry");
  dirty = false;
  if (form && form.querySelector("[data-total]")) fillEmpties(form);
  for (const hidden of all("[data-guard] [data-up], [data-regulars]", document)) hidden.hidden = false;
  showSeated();
  if (!form) return;
  for (const part of all(".keys[hidden], .focus-pad[hidden], .stepper[hidden], .stepper button[hidden], .typed button[hidden]", form)) part.hidden = false;
  form.elements.entry.value = newId();
  keeping.dress(form);
  const again = root.querySelector(".notice.bad:not([hidden]), .wrong");
  const draft = !again && restoreDraft(form);
  dirty = draft || again !== null; // what was refused is still being worked on: no news over it
  const panel = form.querySelector("[data-panel]");
  if (panel && panel.querySelector('input[name="kind"]:checked:not([value="played"])')) openPanel(form, true);
  for (const pile of all("details.pile", form)) pile.open = pile.open || all("input", pile).some((field) => field.value);
  refresh(form);
  if (draft) preview(form);
}

function openPanel(form, open) {
  const button = form.querySelector("[data-open]");
  const panel = form.querySelector("[data-panel]");
  panel.classList.toggle("open", open);
  button.setAttribute("aria-expanded", String(open));
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#entry");
  if (!form) return;
  dirty = true;
  // Points are typed or counted from the pile, never both.
  if (event.target.closest("details.pile")) for (const typed of all('[name="points"]', form)) typed.value = "";
  if (event.target.name === "points") for (const counted of all("details.pile input", form)) counted.value = "";
  if (event.target.closest("details.pile")) fillEmpties(form);
  imply(form, event.target);
  refresh(form);
  keepDraft(form);
  preview(form);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) {
    if (event.target.closest(".menu") === null) for (const menu of all(".menu[open]")) menu.open = false;
    return;
  }
  const form = button.closest("#entry");
  const pad = button.closest("[data-pad]");
  if (button.dataset.key && pad) {
    press(form.querySelector(`[name="${pad.dataset.pad}"]`), button.dataset.key, Number(pad.dataset.digits));
  } else if (button.dataset.step) {
    const input = button.parentElement.querySelector("input");
    const value = Number(input.value || 0) + Number(button.dataset.step);
    input.value = String(Math.min(Number(input.dataset.high), Math.max(Number(input.dataset.low), value)));
    changed(input);
  } else if (button.dataset.open) {
    openPanel(form, button.getAttribute("aria-expanded") !== "true");
  } else if (button.dataset.up !== undefined) {
    moveUp(button.closest("li"));
  } else if (button.dataset.name !== undefined) {
    seatOrStand(button.dataset.name);
  }
  showSeated();
});
document.addEventListener("input", showSeated);

// A keyboard has arrows: one more, one less, wherever a number has its limits.
document.addEventListener("keydown", (event) => {
  const input = event.target;
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!by || !input.dataset || input.dataset.high === undefined || !input.closest("#entry")) return;
  event.preventDefault();
  const value = Number(input.value || 0) + by;
  input.value = String(Math.min(Number(input.dataset.high), Math.max(Number(input.dataset.low || 0), value)));
  changed(input);
});

// Somebody of an earlier evening: a tap seats him on the first free chair, another one lets him get up.
function chairNames() {
  return all(".chair input[type=text]", document);
}

function seatOrStand(name) {
  const names = chairNames();
  const chair = names.find((field) => field.value.trim() === name) || names.find((field) => !field.value.trim());
  if (chair) chair.value = chair.value.trim() === name ? "" : name;
}

function showSeated() {
  const buttons = all("[data-regulars] [data-name]", document);
  if (!buttons.length) return;
  const seated = chairNames().map((field) => field.value.trim());
  for (const button of buttons) button.setAttribute("aria-pressed", String(seated.includes(button.dataset.name)));
}

// A choice that need not be made: tapping it again takes it back.
document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest("label");
  const input = label && label.querySelector("input[data-off]");
  if (input) input.dataset.off = input.checked ? "chosen" : "";
});
document.addEventListener("click", (event) => {
  const input = event.target;
  if (!input.matches("input[data-off]") || input.dataset.off !== "chosen") return;
  input.checked = false;
  input.dataset.off = "";
  changed(input);
});

function moveUp(row) {
  const above = row.previousElementSibling;
  if (!above) return;
  const names = [above, row].map((chair) => chair.querySelector("input[type=text]"));
  const deals = [above, row].map((chair) => chair.querySelector("input[type=radio]"));
  [names[0].value, names[1].value] = [names[1].value, names[0].value];
  if (deals[0].checked || deals[1].checked) (deals[0].checked ? deals[1] : deals[0]).checked = true;
}

// A form that opens a table is sent once, also when the button is tapped twice.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-guard]")) return;
  if (form.dataset.sent) event.preventDefault();
  if (!event.submitter || event.submitter.dataset.again === undefined) form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => all("[data-guard]").forEach((form) => delete form.dataset.sent));

// The second half of a double tap meets the next page: the same button there means another hand.
let fresh = 0;

function justChanged() {
  clearTimeout(fresh);
  document.documentElement.dataset.fresh = "";
  fresh = setTimeout(() => delete document.documentElement.dataset.fresh, 400);
}
for (const name of ["submit", "click"]) {
  document.addEventListener(name, (event) => {
    if (document.documentElement.dataset.fresh === undefined) return;
    if (name === "click" && !event.target.closest(".choice")) return; // other links say nothing
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// --- saving: "saved" is said by the server's page only ------------------------------------------------------------

function lost(shown) {
  const notice = document.getElementById("lost");
  if (notice) notice.hidden = !shown;
  const save = document.querySelector(".save .primary");
  if (save && save.dataset.label) save.textContent = save.dataset.label;
  if (shown && notice) notice.scrollIntoView({ block: "nearest" });
}

// The table anew, from the laptop or as it was shown last; what is being typed survives as a draft.
function showTable(html, isNew = false) {
  const table = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!table) return;
  if (isNew) keepPristine(html);
  justChanged();
  document.getElementById("table").outerHTML = table.outerHTML;
  htmx.process(document.getElementById("table"));
  prepare(document);
  news.fresh();
  document.dispatchEvent(new CustomEvent("table"));
}

function keepPristine(html) {
  if (!html.includes("data-still")) keeping.setPristine(html);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id !== "entry") return;
  lost(false);
  const save = document.querySelector(".save .primary");
  save.dataset.label = save.textContent;
  save.textContent = save.dataset.saving;
});
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError", "htmx:sendAbort"]) {
  document.addEventListener(name, (event) => {
    if (["entry", "undo", "aside"].includes(event.detail.elt.id)) lost(true);
  });
}
document.addEventListener("htmx:beforeSwap", (event) => {
  // An answer that is not our page (a hotel's or phone's captive portal) is no answer.
  if (event.detail.target.id === "table") {
    if (event.detail.xhr.responseText.includes('id="table"')) {
      justChanged();
      if (event.detail.xhr.status === 200) keepPristine(event.detail.xhr.responseText);
    } else {
      event.detail.shouldSwap = false;
      lost(true);
    }
  }
  if (event.detail.target.id === "preview" && /<html|<!doctype/i.test(event.detail.xhr.responseText)) {
    event.detail.shouldSwap = false;
  }
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.elt.id !== "table" && event.detail.target.id !== "table") return;
  prepare(document);
  news.fresh();
  document.dispatchEvent(new CustomEvent("table"));
  // Saved: the score stands at the top. Two versions of a hand: they and their buttons fit below it.
  if (event.detail.xhr.status === 200 || document.querySelector(".versions")) window.scrollTo(0, 0);
});

// --- news from other phones -------------------------------------------------------------------------------------

const news = poll({
  every: 3000,
  longest: 12000, // somebody waits here for what the others enter
  address() {
    const table = document.getElementById("table");
    return table && table.dataset.still === undefined ? table.dataset.poll : "";
  },
  tag() {
    const { heard, tag } = document.getElementById("table").dataset;
    return heard || tag;
  },
  take(text, answer) {
    const table = document.getElementById("table");
    if (!text.includes('id="table"')) throw new Error("not our page");
    if (dirty && !text.includes("data-replaced")) { // never over what is being typed, as long as it can be saved
      table.dataset.heard = answer.headers.get("ETag") || "";
      document.getElementById("news").hidden = false;
      return;
    }
    showTable(text, true);
    goOn();
  },
  gone() {
    const { gone } = document.getElementById("table").dataset;
    if (gone) location.assign(gone); // laid out anew, with other people: the card leads to it
    else throw new Error("404");
  },
});

// The round this page was waiting for has begun. A little later: nothing is sent in the first moment of a page.
function goOn() {
  const form = document.querySelector("form[data-go]");
  if (form) setTimeout(() => form.requestSubmit(), 600);
}

// --- joining by QR code: the key travels in the fragment, which no server log ever sees ---------------------------

function join() {
  const form = document.querySelector("form[data-join]");
  const scanned = /^#((?:e\d{1,9}\.)?\d{1,9})-([A-Z2-7]{20,40})$/.exec(location.hash);
  if (!form || !scanned) return;
  history.replaceState(null, "", location.pathname);
  form.elements.table.value = scanned[1];
  form.elements.key.value = scanned[2];
  form.requestSubmit();
}

// Another code, scanned while the page for typing one is open.
window.addEventListener("hashchange", join);

// After htmx, which sets itself up at the same moment and must hear what is asked for here.
document.addEventListener("DOMContentLoaded", async () => {
  const table = document.querySelector("#table[data-poll]");
  if (table) keepPristine(table.outerHTML);
  prepare(document);
  join();
  await outbox.load();
  outbox.flush();
});
