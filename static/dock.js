// The bar at the bottom of a table's page: keys of a game, what would be saved, and the button that saves. Where
// there is little height it is one line, and a tap shows all of it.
"use strict";

(() => {
  const LOW = window.matchMedia("(max-height: 700px)");
  const TALL = window.matchMedia("(min-height: 800px)");
  // A phone on its side has the bar beside the questions, as in app.css.
  const BESIDE = window.matchMedia("(orientation: landscape) and (min-width: 560px) and (max-width: 959px) and (max-height: 560px)");
  const root = document.documentElement;
  const dock = () => document.querySelector(".dock");

  function unfold(open) {
    const bar = dock();
    if (!bar) return;
    bar.classList.toggle("open", open);
    bar.querySelector("[data-unfold]").setAttribute("aria-expanded", String(open));
    measure();
  }

  // How high the bar is, for what scrolls under it, and whether there is more to see than its line shows.
  function measure() {
    const bar = dock();
    if (!bar) return;
    const preview = bar.querySelector(".preview");
    const open = bar.classList.contains("open");
    const more = preview.scrollHeight > preview.clientHeight + 3;
    bar.querySelector("[data-unfold]").hidden = !open && !more;
    root.style.setProperty("--dock", `${bar.offsetHeight}px`);
  }

  const watching = new ResizeObserver(measure);

  function layOut() {
    const bar = dock();
    if (!bar) return;
    for (const pad of document.querySelectorAll("#entry .record .focus-pad")) bar.prepend(pad);
    // Above a correction stands what is corrected; above keys a whole list of hands.
    const crowded = bar.querySelector(".focus-pad") || (bar.closest(".correcting") && !TALL.matches);
    bar.classList.toggle("low", !BESIDE.matches && (LOW.matches || Boolean(crowded)));
    watching.disconnect();
    watching.observe(bar);
    watching.observe(bar.querySelector(".preview"));
    measure();
  }

  // What was refused is to be read at once.
  function settle() {
    layOut();
    const refused = dock() && dock().querySelector(".wrong");
    if (!refused) return;
    if (!dock().querySelector("[data-unfold]").hidden) unfold(true);
    const box = dock().getBoundingClientRect();
    if (box.top < 0 || box.bottom > window.innerHeight + 1) dock().scrollIntoView({ block: "end" });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-unfold]");
    if (button) unfold(button.getAttribute("aria-expanded") !== "true");
    else if (!event.target.closest(".dock .preview, .dock .save") && document.querySelector(".dock.open")) unfold(false);
  });
  for (const size of [LOW, TALL, BESIDE]) size.addEventListener("change", layOut);
  document.addEventListener("DOMContentLoaded", settle);
  for (const name of ["htmx:afterSwap", "htmx:afterProcessNode"]) document.addEventListener(name, layOut);
  document.addEventListener("table", settle);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "table") settle();
    else measure();
  });
})();
