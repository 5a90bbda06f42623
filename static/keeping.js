// The form of a new hand: what is saved goes to the outbox, and the form is free for the next hand at once if the
// laptop does not answer. What only the laptop can know of that hand is not shown, and asked of it later.
"use strict";

const keeping = (() => {
  const FREE = 2000; // milliseconds for an answer, before the form is free for the next hand
  const SILENT = 10000; // so long without an answer: nobody is there
  const SOON = 300; // the same where the hand before it is waiting already
  const root = document.documentElement;
  let waiting = ""; // the hand whose answer the page waits for
  let editing = ""; // the unsent hand that is in the form once more
  let aside = null; // what was being typed before it was
  let pristine = ""; // the table as the laptop has shown it last, with nothing typed
  let asked = 0; // answers that were changed, and up to which of them the shown preview judges
  let judged = -1;

  const entry = () => document.querySelector("#entry[data-keeps]");
  const table = () => (entry() ? entry().dataset.keeps : "-");
  const plain = (element) => element.textContent.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

  function readDraft() {
    try {
      return sessionStorage.getItem("draft");
    } catch { return null; }
  }

  function setDraft(draft) {
    try {
      if (draft) sessionStorage.setItem("draft", draft);
      else sessionStorage.removeItem("draft");
    } catch { /* a private tab may refuse */ }
  }

  // --- a hand in words: as the laptop has judged it, or as it was typed ----------------------------------------------

  function questionOf(input) {
    const by = input.getAttribute("aria-labelledby");
    const label = by ? document.getElementById(by.split(" ")[0]) : null;
    if (label || input.ariaLabel) return label ? plain(label) : input.ariaLabel;
    for (let group = input.parentElement; group && group.id !== "entry"; group = group.parentElement) {
      const words = group.querySelector(":scope > legend, :scope > .ask-label, :scope > summary");
      if (words) return plain(words);
    }
    return "";
  }

  function answerOf(input) {
    if (input.tagName === "SELECT") return input.value ? plain(input.selectedOptions[0]) : "";
    if (!/radio|checkbox/.test(input.type)) return input.value;
    const label = input.closest("label");
    if (!input.checked || !label) return "";
    return plain(label.querySelector(".seat-name") || label);
  }

  // What the laptop knew beforehand goes without saying; a tile says what it is, a number and a remark do not.
  const isKnown = (input) => (/radio|checkbox/.test(input.type) ? input.defaultChecked : input.value === input.defaultValue);

  function typed(form) {
    const answers = new Map();
    const again = form.querySelector(".wrong") !== null;
    for (const input of all("input[name], select[name]", form)) {
      if (input.type === "hidden" || input.disabled || (isKnown(input) && !again)) continue;
      const answer = answerOf(input);
      if (!answer) continue;
      const tile = /radio|checkbox/.test(input.type) && !input.closest("[data-panel], details");
      const question = tile ? answer : questionOf(input).replace(/[?:]$/, "");
      answers.set(question, [...(answers.get(question) || []), ...(tile ? [] : [answer])]);
    }
    return [...answers].map(([question, given]) => (given.length ? `${question}: ${given.join(", ")}` : question)).join(" · ");
  }

  function wordsOf(form) {
    const sentence = form.querySelector("#preview .sentence");
    if (judged !== asked || !sentence) return { sentence: typed(form), moves: [] };
    const moves = all("#preview .counts > span", form).map(plain);
    const outcome = form.querySelector("#preview .decides");
    const isLast = sentence.dataset.last !== undefined; // the laptop takes no further hand
    return { isLast, sentence: [outcome, sentence].filter(Boolean).map(plain).join(" "), moves };
  }

  // --- the form of a hand that comes after unsent ones ---------------------------------------------------------------

  let dressed = "";
  const openOf = (name) => outbox.open(name).map((hand) => `${hand.id} ${hand.number}`).join();

  function dress(form) {
    delete root.dataset.ahead;
    dressed = openOf(form.dataset.keeps || "-");
    if (!form.dataset.keeps || form.querySelector(".wrong")) return;
    const number = Number(form.elements.hand.value);
    const unsent = outbox.open(form.dataset.keeps).filter((hand) => hand.number >= number);
    const edited = unsent.find((hand) => hand.id === editing);
    if (!unsent.length) return;
    root.dataset.ahead = "";
    const last = unsent[unsent.length - 1];
    form.classList.toggle("over", !edited && last.words.isLast === true);
    form.elements.hand.value = String(edited ? edited.number : Math.max(...unsent.map((hand) => hand.number)) + 1);
    form.dataset.draft = `${form.dataset.keeps}-${form.elements.hand.value}`;
    form.dataset.implied = "[]";
    const unknown = new Set();
    for (const input of all("input[name], select[name]", form)) {
      const answered = /radio|checkbox/.test(input.type) ? input.checked : input.value;
      if (input.type === "hidden" || !answered) continue;
      unknown.add(input.name);
      if (/radio|checkbox/.test(input.type)) input.checked = false;
      else input.value = "";
    }
    form.dataset.ahead = [...unknown].join("+");
    const save = form.querySelector(".save .primary");
    save.textContent = edited ? form.dataset.again : form.dataset.next;
    form.querySelector("#preview").replaceChildren(unsentView.latest(last));
  }

  // As long as nobody has judged what is typed, it is shown as it is.
  function showTyped(form) {
    const words = typed(form);
    const place = form.querySelector("#preview");
    if (words) place.replaceChildren(unsentView.typed(words));
  }

  // --- saving --------------------------------------------------------------------------------------------------------

  function bodyOf(form, claimed) {
    const body = new URLSearchParams(new FormData(form));
    body.delete("csrfmiddlewaretoken");
    body.set("claimed", String(claimed));
    const unknown = (form.dataset.ahead || "").split("+").filter((name) => name
      && !body.get(name) && all(`[name="${CSS.escape(name)}"]`, form).some((input) => !input.disabled));
    if (unknown.length) body.set("ahead", unknown.join("+"));
    return body.toString();
  }

  function handOf(form) {
    const claimed = Date.now();
    const earlier = outbox.hands().map((hand) => hand.order);
    const before = outbox.hands().find((hand) => hand.id === editing);
    return {
      id: form.elements.entry.value,
      table: form.dataset.keeps,
      path: form.getAttribute("action"),
      number: Number(form.elements.hand.value),
      label: "ahead" in root.dataset ? before && before.label || "" : form.dataset.label,
      order: before ? before.order : Math.max(claimed, ...earlier.map((order) => order + 1)),
      claimed,
      state: outbox.UNSENT,
      secret: form.elements.csrfmiddlewaretoken.value,
      words: wordsOf(form),
      body: bodyOf(form, claimed),
    };
  }

  async function save(form) {
    if (waiting) return; // a double tap
    const silent = Date.now() - poll.contact().answered > SILENT;
    if (!dirty && ("ahead" in root.dataset || silent)) {
      form.querySelector("#preview").replaceChildren(unsentView.empty());
      return;
    }
    const hand = handOf(form);
    hand.isEmpty = !dirty; // the laptop says what is missing; without it, this is no hand
    const instead = editing;
    waiting = hand.id;
    form.classList.add("sending");
    form.inert = true; // what would be typed now belongs to no hand
    const button = form.querySelector(".save .primary");
    button.textContent = button.dataset.saving;
    await outbox.keep(hand, instead);
    editing = "";
    outbox.now();
    setTimeout(() => release(hand), outbox.trouble() ? SOON : FREE);
  }

  // On this phone, not yet on the laptop: the form is for the next hand.
  function release(hand) {
    if (waiting !== hand.id) return;
    waiting = "";
    if (hand.isEmpty) outbox.forget(hand.id);
    const before = aside;
    aside = null;
    setDraft(before);
    dirty = false;
    if (pristine) showTable(pristine);
    unsentView.tell(hand);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#entry[data-keeps]")) return;
    event.preventDefault();
    save(form);
  });

  document.addEventListener("outbox:wait", (event) => {
    if (event.detail.hand.table !== table() || !waiting) return;
    const hand = outbox.hands().find(({ id }) => id === waiting);
    if (hand) setTimeout(() => release(hand), SOON); // the second half of a double tap meets this form, not the next
  });

  document.addEventListener("outbox:answer", (event) => {
    const { hand, answer, text } = event.detail;
    const mine = waiting === hand.id;
    if (mine) waiting = "";
    if (answer.status === 422) refused(hand, text, mine);
    if (hand.table !== table() && !mine) return;
    if (mine) {
      if (answer.status !== 422) setDraft(aside);
      aside = null;
      dirty = false;
      showTable(text, answer.status === 200);
      if (answer.status === 200 || document.querySelector(".versions")) window.scrollTo(0, 0);
    } else if (answer.status === 200 && dirty && outbox.open(hand.table).length) {
      keepPristine(text); // shown when the last of them is there; it is no news of another phone
      document.getElementById("table").dataset.heard = answer.headers.get("ETag");
    } else if (answer.status === 200) showTable(text, true); // what is being typed is a draft for the form that comes
  });

  // Another page of this phone has kept a hand, or one was taken back: the form is for another number now.
  document.addEventListener("outbox", () => {
    if (dirty || waiting || !pristine || !entry() || dressed === openOf(table())) return;
    showTable(pristine);
  });

  function refused(hand, text, mine) {
    const page = new DOMParser().parseFromString(text, "text/html");
    hand.why = all(".wrong li, .notice.bad p", page).map(plain).join(" ");
    outbox.keep(hand);
    if (mine) editing = hand.id;
  }

  // --- taking back and editing what is still on this phone -----------------------------------------------------------

  async function edit(hand) {
    if (dirty) aside = readDraft();
    editing = hand.id;
    const control = ["entry", "hand", "seen", "ahead", "claimed", "via"];
    const answers = [...new URLSearchParams(hand.body)].filter(([name]) => !control.includes(name));
    setDraft(JSON.stringify([`${hand.table}-${hand.number}`, answers]));
    if (pristine) showTable(pristine);
    window.scrollTo(0, 0);
  }

  async function takeBack(hand) {
    if (editing === hand.id) editing = "";
    await outbox.withdraw(hand);
  }

  // Somebody clears the form: what was refused goes with it. No question to the laptop: it may not answer.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#entry[data-keeps] [data-clear]") || !pristine) return;
    event.preventDefault();
    const hand = outbox.hands().find(({ id }) => id === editing);
    editing = "";
    setDraft(aside);
    aside = null;
    dirty = false;
    if (hand && hand.state === "refused") outbox.forget(hand.id);
    showTable(pristine);
    window.scrollTo(0, 0); // a new form begins at its top
  });

  // --- what the preview says -----------------------------------------------------------------------------------------

  document.addEventListener("answers", (event) => {
    asked += 1;
    if ("ahead" in root.dataset && event.target.matches("#entry[data-keeps]")) showTyped(event.target);
  });
  let going = 0;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id !== "preview") return;
    if ("ahead" in root.dataset) event.preventDefault(); // the laptop would judge it as another hand
    going = asked;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "preview") judged = going;
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(name, (event) => {
      if (event.detail.elt.id === "preview" && entry()) showTyped(entry());
    });
  }

  return {
    dress,
    edit,
    takeBack,
    isWaiting: () => waiting !== "",
    setPristine(html) {
      pristine = html;
    },
  };
})();
