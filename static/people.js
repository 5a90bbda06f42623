// The door and the list of people: find somebody while typing, and no double taps. Without it the pages work
// as plain forms.
"use strict";

(() => {
  const search = document.getElementById("search");
  for (const part of document.querySelectorAll("[data-with-script]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-without-script]")) part.hidden = true;

  function filter() {
    const list = document.querySelector("[data-filtered]");
    if (!search || !list) return;
    const words = folded(search.value).split(" ").filter(Boolean);
    let shown = 0;
    for (const row of list.children) {
      row.hidden = !words.every((word) => row.dataset.find.includes(word));
      shown += !row.hidden;
    }
    const none = document.querySelector("[data-filtered-none]");
    if (none) none.hidden = shown > 0 || !words.length;
    list.classList.toggle("none", !shown);
    const walk = document.querySelector("[data-walk]");
    if (walk) walk.href = `?walk=${encodeURIComponent(search.value.trim())}`;
  }

  // Several at once: all, or everybody of a club, are ticked before one's eyes. Hidden rows stay as they are.
  const many = document.querySelector("[data-many]");
  if (many) {
    const rows = [...many.querySelectorAll("input[name=who]")];
    many.addEventListener("change", (event) => {
      if (event.target.matches("[data-many-all]")) {
        for (const row of rows) row.checked = event.target.checked;
      } else if (event.target.matches("[data-many-club]") && event.target.value) {
        for (const row of rows) row.checked = row.checked || row.dataset.club === event.target.value;
        event.target.value = "";
      } else if (event.target.name === "who" && !event.target.checked) {
        many.querySelector("[data-many-all]").checked = false;
      }
    });
  }

  if (search) {
    search.addEventListener("input", filter);
    // Enter goes to the first that is left; Enter once more says that he is here.
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const first = [...document.querySelectorAll("[data-filtered] > li")].find((row) => !row.hidden);
      const target = first && (first.querySelector(".tap:not(.side)") || first.querySelector("a"));
      if (target) target.focus();
    });
    filter();
    // With a keyboard one types at once; a phone would only push up its own.
    if (matchMedia("(hover: hover)").matches && !document.querySelector("[autofocus]")) search.focus();
  }

  // What somebody has unfolded stays so when the list comes anew.
  let unfolded = [];
  for (const name of ["htmx:beforeSwap", "poll:before"]) {
    document.addEventListener(name, () => {
      unfolded = [...document.querySelectorAll("[data-filtered] details[open]")].map((more) => more.closest("li").id);
    });
  }
  document.addEventListener("htmx:afterSettle", () => {
    for (const id of unfolded) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
  });

  // Everything new that comes in: a row that was tapped, or the whole list with what other helpers ticked.
  document.addEventListener("htmx:afterSwap", (event) => {
    const come = event.target;
    if (come.matches(".door-row, #door")) filter();
    if (!come.matches(".door-row")) return;
    // The second half of a double tap must not take back the first.
    come.inert = true;
    setTimeout(() => {
      come.inert = false;
      // Whoever goes by keyboard stays where he was.
      if (document.activeElement === document.body) come.querySelector(".tap:not(.side)").focus({ preventScroll: true });
    }, 500);
    if (search && search.value) search.select();
  });
})();
