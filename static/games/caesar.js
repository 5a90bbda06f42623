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
    const held = inputs(form, number, name);
    const one = held.find((input) => /radio|checkbox/.test(input.type) ? input.checked : true);
    return one && !(one.type === "checkbox" && !one.checked) ? one.value : "";
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
      const said = (name) => get(form, number, name);
      return { number, side: said("side"), kind: said("kind"), length: Number(said("length")), top: said("top"), trump: said("trump") };
    }).filter((one) => one.side && one.kind);
  }

  function write(form, number, values) {
    for (const [name, value] of Object.entries(values)) set(form, number, name, value);
  }

  function add(form, side, kind, length, top) {
    const used = melds(form).map((one) => one.number);
    const free = $$("[data-meld]", form).map((row) => row.dataset.meld).find((number) => !used.includes(number));
    if (free) write(form, free, { side, kind, length, top, trump: "", seat: "" });
  }

  // --- what has to be asked --------------------------------------------------------------------------------------

  // Higher is better as far as the kind says; jacks above other fours above runs, runs by their length.
  const height = (one, byValue) => {
    if (one.kind === "four") return one.top === "J" ? 200 : 100;
    return byValue ? Math.min(one.length, 5) : one.length;
  };

  function open(form, all) {
    const byValue = $(".caesar-melds", form).dataset.height === "value_only";
    const best = ["1", "2"].map((side) => Math.max(0, ...all.filter((one) => one.side === side).map((one) => height(one, byValue))));
    const tops = new Set();
    const trumps = new Set();
    const rivals = best[0] === best[1] && best[0] > 0 && best[0] < 100 ? all.filter((one) => height(one, byValue) === best[0]) : [];
    if (byValue) rivals.forEach((one) => trumps.add(one.number));
    else if (rivals.length) {
      rivals.forEach((one) => tops.add(one.number));
      const high = ["1", "2"].map((side) => Math.max(...rivals.filter((one) => one.side === side).map((one) => RANKS.indexOf(one.top))));
      if (high[0] === high[1] && high[0] >= 0) {
        rivals.filter((one) => RANKS.indexOf(one.top) === high[0]).forEach((one) => trumps.add(one.number));
      }
    }
    return { tops, trumps, settled: byValue };
  }

  // --- what is shown ---------------------------------------------------------------------------------------------

  function button(label, pressed, data) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
    Object.assign(made.dataset, data);
    return made;
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
    const names = $$(".pairs [name=maker]", form).map((input) => $$("bdi", input.parentElement).map((one) => one.textContent).join(" & "));
    for (const chips of $$(".chips", form)) {
      for (const chip of $$("button", chips)) {
        chip.hidden = false;
        const mine = all.filter((one) => one.side === chips.dataset.side && sameChip(one, chip.dataset));
        chip.setAttribute("aria-pressed", String(mine.length > 0));
        chip.classList.toggle("twice", mine.length > 1);
      }
    }
    const asked = all.filter((one) => one.kind === "four" ? one.top !== "J" : tops.has(one.number) || trumps.has(one.number) || hasLength(form, one));
    const grown = asked.length > list.childElementCount;
    list.hidden = asked.length === 0;
    list.replaceChildren(...asked.map((one) => {
      const item = document.createElement("li");
      const text = document.createElement("span");
      const known = one.top && !(one.kind === "four" && one.top === "J") ? ` ${rank(one.top)}` : "";
      text.textContent = `${names[Number(one.side) - 1]}: ${named(one, words)}${known}`;
      const ask = { number: one.number };
      item.append(text);
      if (trumps.has(one.number)) {
        item.append(button(words.trump, one.trump === "1", { ...ask, name: "trump", value: "1" }));
        item.lastChild.className = "trumps";
      }
      item.append(button("✕", null, { drop: one.number }));
      item.lastChild.setAttribute("aria-label", `${words.remove}: ${text.textContent}`);
      if (one.kind === "four" && one.top !== "J") {
        choices(item, words.top, words.fours.split(" "), (value) => value === one.top, { ...ask, name: "top" }, rank);
      }
      if (hasLength(form, one) || (tops.has(one.number) && one.length >= 5)) {
        choices(item, words.length, ["5", "6", "7", "8"], (value) => Number(value) === one.length, { ...ask, name: "length" }, String);
      }
      if (tops.has(one.number)) {
        choices(item, words.top, RANKS.slice(one.length - 1), (value) => value === one.top, { ...ask, name: "top" }, rank);
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
  const hasLength = (form, one) => one.kind === "run" && one.length >= 5 && $(".caesar-melds", form).dataset.long === "jass";

  const named = (one, words) => {
    if (one.kind === "four") return one.top === "J" ? words.jacks : words.four;
    return words[`run${Math.min(one.length, 5)}`] || "";
  };

  const sameChip = (one, chip) => {
    if (one.kind !== chip.add) return false;
    if (one.kind === "run") return Math.min(one.length, 5) === Number(chip.length);
    return (one.top === "J") === (chip.top === "J");
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
    const mine = melds(form).filter((one) => one.side === side && sameChip(one, chip));
    const most = chip.top === "J" || chip.length === "5" ? 1 : 2;
    if (mine.length < most) add(form, side, chip.add, chip.length || "", chip.top || "");
    else mine.forEach((one) => write(form, one.number, NOTHING));
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
