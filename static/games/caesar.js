// Caesar: Meldungen by chips. The answers are ordinary inputs of the form (one row for each Meldung); this script
// fills the rows and asks for a top card or for trumps only where it decides something. It counts no points.
"use strict";

(() => {
  const $ = (selector, root) => root.querySelector(selector);
  const $$ = (selector, root) => [...root.querySelectorAll(selector)];
  const NOTHING = { side: "", kind: "", length: "", top: "", trump: "", seat: "" };
  const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];

  const entry = () => {
    const form = document.getElementById("entry");
    return form && $(".caesar-melds", form) ? form : null;
  };

  // --- the rows of the form --------------------------------------------------------------------------------------

  const inputs = (form, number, name) => $$(`[name="melds_${number}_${name}"]`, form);

  function get(form, number, name) {
    const given = inputs(form, number, name).find((input) => /radio|checkbox/.test(input.type) ? input.checked : true);
    return given && !(given.type === "checkbox" && !given.checked) ? given.value : "";
  }

  function set(form, number, name, value) {
    for (const input of inputs(form, number, name)) {
      if (/radio|checkbox/.test(input.type)) input.checked = input.value === String(value);
      else input.value = value;
    }
  }

  function melds(form) {
    return $$("[data-meld]", form).map((row) => {
      const number = row.dataset.meld;
      const answer = (name) => get(form, number, name);
      return { number, side: answer("side"), kind: answer("kind"), length: Number(answer("length")), top: answer("top"), trump: answer("trump") };
    }).filter((meld) => meld.side && meld.kind);
  }

  function write(form, number, values) {
    for (const [name, value] of Object.entries(values)) set(form, number, name, value);
  }

  function add(form, side, kind, length, top) {
    const used = melds(form).map((meld) => meld.number);
    const free = $$("[data-meld]", form).map((row) => row.dataset.meld).find((number) => !used.includes(number));
    if (free) write(form, free, { side, kind, length, top, trump: "", seat: "" });
  }

  // --- what has to be asked --------------------------------------------------------------------------------------

  // Higher is better as far as the kind says; jacks above other fours above runs, runs by their length.
  const height = (meld, byValue) => {
    if (meld.kind === "four") return meld.top === "J" ? 200 : 100;
    return byValue ? Math.min(meld.length, 5) : meld.length;
  };

  function open(form, all) {
    const byValue = $(".caesar-melds", form).dataset.height === "value_only";
    const best = ["1", "2"].map((side) => Math.max(0, ...all.filter((meld) => meld.side === side).map((meld) => height(meld, byValue))));
    const tops = new Set();
    const trumps = new Set();
    const rivals = best[0] === best[1] && best[0] > 0 && best[0] < 100 ? all.filter((meld) => height(meld, byValue) === best[0]) : [];
    if (byValue) rivals.forEach((meld) => trumps.add(meld.number));
    else if (rivals.length) {
      rivals.forEach((meld) => tops.add(meld.number));
      const high = ["1", "2"].map((side) => Math.max(...rivals.filter((meld) => meld.side === side).map((meld) => RANKS.indexOf(meld.top))));
      if (high[0] === high[1] && high[0] >= 0) {
        rivals.filter((meld) => RANKS.indexOf(meld.top) === high[0]).forEach((meld) => trumps.add(meld.number));
      }
    }
    return { tops, trumps, settled: byValue };
  }

  // --- what is shown ---------------------------------------------------------------------------------------------

  function button(label, pressed, data) {
    const key = document.createElement("button");
    key.type = "button";
    key.textContent = label;
    if (pressed !== null) key.setAttribute("aria-pressed", String(pressed));
    Object.assign(key.dataset, data);
    return key;
  }

  function choices(list, label, values, chosen, data, word) {
    const row = document.createElement("div");
    row.className = "choices";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", label);
    for (const value of values) row.append(button(word(value), chosen(value), { ...data, value }));
    list.append(row);
  }

  function show(form) {
    const list = $(".told-melds", form);
    const words = list.dataset;
    const rank = (value) => list.getAttribute(`data-rank-${value.toLowerCase()}`) || value;
    const all = melds(form);
    const { tops, trumps, settled } = open(form, all);
    const names = $$(".pairs [name=maker]", form).map((input) => $$("bdi", input.parentElement).map((person) => person.textContent).join(" & "));
    for (const chips of $$(".chips", form)) {
      for (const chip of $$("button", chips)) {
        chip.hidden = false;
        const mine = all.filter((meld) => meld.side === chips.dataset.side && sameChip(meld, chip.dataset));
        chip.setAttribute("aria-pressed", String(mine.length > 0));
        chip.classList.toggle("twice", mine.length > 1);
      }
    }
    const asked = all.filter((meld) => meld.kind === "four" ? meld.top !== "J" : tops.has(meld.number) || trumps.has(meld.number) || hasLength(form, meld));
    const grown = asked.length > list.childElementCount;
    list.hidden = asked.length === 0;
    list.replaceChildren(...asked.map((meld) => {
      const item = document.createElement("li");
      const text = document.createElement("span");
      const known = meld.top && !(meld.kind === "four" && meld.top === "J") ? ` ${rank(meld.top)}` : "";
      text.textContent = `${names[Number(meld.side) - 1]}: ${named(meld, words)}${known}`;
      const ask = { number: meld.number };
      item.append(text);
      if (trumps.has(meld.number)) {
        item.append(button(words.trump, meld.trump === "1", { ...ask, name: "trump", value: "1" }));
        item.lastChild.className = "trumps";
      }
      item.append(button("✕", null, { drop: meld.number }));
      item.lastChild.setAttribute("aria-label", `${words.remove}: ${text.textContent}`);
      if (meld.kind === "four" && meld.top !== "J") {
        choices(item, words.top, words.fours.split(" "), (value) => value === meld.top, { ...ask, name: "top" }, rank);
      }
      if (hasLength(form, meld) || (tops.has(meld.number) && meld.length >= 5)) {
        choices(item, words.length, ["5", "6", "7", "8"], (value) => Number(value) === meld.length, { ...ask, name: "length" }, String);
      }
      if (tops.has(meld.number)) {
        choices(item, words.top, RANKS.slice(meld.length - 1), (value) => value === meld.top, { ...ask, name: "top" }, rank);
      }
      return item;
    }));
    // Equal runs: one of them is in trumps, or it is said that none is.
    if (trumps.size && !settled) {
      const item = document.createElement("li");
      item.className = "no-trumps";
      item.append(button(words.none, all.every((meld) => !trumps.has(meld.number) || meld.trump === "0"), { none: "" }));
      item.lastChild.className = "trumps";
      list.append(item);
    }
    if (grown) list.lastElementChild.scrollIntoView({ block: "nearest" });
    showPoints(form);
  }

  // Where six and more cards are worth more, it is asked how many they are.
  const hasLength = (form, meld) => meld.kind === "run" && meld.length >= 5 && $(".caesar-melds", form).dataset.long === "jass";

  const named = (meld, words) => {
    if (meld.kind === "four") return meld.top === "J" ? words.jacks : words.four;
    return words[`run${Math.min(meld.length, 5)}`] || "";
  };

  const sameChip = (meld, chip) => {
    if (meld.kind !== chip.add) return false;
    if (meld.kind === "run") return Math.min(meld.length, 5) === Number(chip.length);
    return (meld.top === "J") === (chip.top === "J");
  };

  // 162 points are shared: what one side has, the other has not.
  function showPoints(form) {
    const shown = $(".caesar-points .shown", form);
    const typed = $('input[name="points"]', form);
    if (shown && typed && /^\d+$/.test(typed.value) && Number(typed.value) <= 162) {
      shown.textContent = `${typed.value} : ${162 - Number(typed.value)}`;
    }
  }

  // --- events ----------------------------------------------------------------------------------------------------

  // One tap, one Meldung; a third tap takes them back. Nobody has four jacks or a hundred twice.
  function tapChip(form, side, chip) {
    const mine = melds(form).filter((meld) => meld.side === side && sameChip(meld, chip));
    const most = chip.top === "J" || chip.length === "5" ? 1 : 2;
    if (mine.length < most) add(form, side, chip.add, chip.length || "", chip.top || "");
    else mine.forEach((meld) => write(form, meld.number, NOTHING));
  }

  // What decides between equal runs is said of one of them or of all.
  function tapTrumps(form, number, value) {
    for (const other of open(form, melds(form)).trumps) set(form, other, "trump", "");
    if (number) set(form, number, "trump", value);
  }

  function tapNone(form, pressed) {
    for (const other of open(form, melds(form)).trumps) set(form, other, "trump", pressed ? "" : "0");
  }

  const tell = (form) => $('[name="melds_1_side"]', form).dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const tapped = event.target.closest("button");
    const form = entry();
    if (!tapped || !form || !form.contains(tapped)) return;
    const { add: kind, drop, number, name, value } = tapped.dataset;
    if (kind) tapChip(form, tapped.closest("[data-side]").dataset.side, tapped.dataset);
    else if (drop) write(form, drop, NOTHING);
    else if (tapped.dataset.none !== undefined) tapNone(form, tapped.getAttribute("aria-pressed") === "true");
    else if (name === "trump") tapTrumps(form, number, tapped.getAttribute("aria-pressed") === "true" ? "" : value);
    else if (name) set(form, number, name, tapped.getAttribute("aria-pressed") === "true" ? "" : value);
    else return;
    if (name === "length") set(form, number, "top", "");
    tell(form);
  });

  // Points are typed or a result is tapped, never both.
  document.addEventListener("input", (event) => {
    const form = entry();
    if (!form || !form.contains(event.target)) return;
    if (event.target.name === "points") for (const tile of $$('input[name="tens"]', form)) tile.checked = false;
    if (event.target.name === "tens") for (const typed of $$('input[name="points"], input[name="trick_taken"]', form)) {
      if (typed.type === "radio") typed.checked = false;
      else typed.value = "";
    }
    if (event.target.name === "tens") for (const shown of $$(".caesar-points .shown", form)) shown.textContent = "–";
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
