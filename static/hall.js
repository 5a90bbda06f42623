// Pages of an event stay up to date by themselves: they ask for what has changed and put it in its place.
// Nothing is computed here; without this script a page shows what was true when it was opened.
"use strict";

(() => {
  const hall = () => document.getElementById("hall");

  poll({
    every: 5000,
    address: () => hall()?.dataset.poll,
    tag: () => hall().dataset.tag,
    take(text, answer) {
      const before = revision();
      put(text);
      hall().dataset.tag = answer.headers.get("ETag") || hall().dataset.tag;
      if (revision() !== before && seatOf) seatOf.look();
    },
  });

  // --- who looks, where a page is the same for everybody ------------------------------------------------------------

  // Seats change by what organisers do, which has a number; a place may be told some seconds later.
  const RANKS = 20000;
  const AGAIN = 4000;
  const revision = () => document.querySelector("[data-revision]")?.dataset.revision;
  const mine = document.querySelector("[data-mine]");
  const me = () => document.cookie.match(`(?:^|; )me-${mine.dataset.mine}=(\\d{1,6})(?:;|$)`)?.[1] || "";
  const seatOf = mine?.dataset.seatOf && me() && poll({
    every: RANKS,
    aged: false,
    address: () => me() && mine.dataset.seatOf.replace("/p/0/", `/p/${me()}/`),
    tag: () => mine.dataset.tag || "",
    take(text, answer) {
      put(text);
      mine.dataset.tag = answer.headers.get("ETag") || "";
      const { seen } = mine.querySelector("[data-piece]").dataset;
      if (seen !== revision()) setTimeout(seatOf.look, AGAIN); // a cache has kept one of the two
    },
    gone() {}, // nobody has this number any more
  });
  if (seatOf) seatOf.look();

  if (mine && me() && (mine.dataset.seatOf || mine.dataset.number === me())) {
    for (const part of document.querySelectorAll("[data-nobody]")) part.hidden = true;
    for (const part of document.querySelectorAll("[data-somebody]")) part.hidden = false;
  }

  // --- the new pieces ---------------------------------------------------------------------------------------------

  function put(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const pieces = [...page.querySelectorAll("[data-piece]")];
    if (!pieces.length) throw new Error("not our page"); // a hotel's or phone's captive portal
    const focus = address(document.activeElement);
    const open = [...document.querySelectorAll("details[id][open]")].map((details) => details.id);
    for (const piece of pieces) {
      const old = document.querySelector(`[data-piece="${piece.dataset.piece}"]`);
      if (!old) continue;
      const before = seat(old);
      old.replaceWith(document.adoptNode(piece));
      tellMoved(before, piece);
    }
    for (const id of open) {
      const again = document.getElementById(id);
      if (again) again.open = true;
    }
    if (focus) {
      const again = document.querySelector(focus);
      if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    }
  }

  // How to find what has the keyboard's focus again after its piece was replaced.
  function address(element) {
    if (!element || !element.closest("[data-piece]")) return "";
    if (element.id) return `#${CSS.escape(element.id)}`;
    if (element.matches("summary") && element.parentElement.id) return `#${CSS.escape(element.parentElement.id)} > summary`;
    const link = element.getAttribute("href");
    return link ? `[data-piece] a[href="${CSS.escape(link)}"]` : "";
  }

  // --- somebody was given another seat ------------------------------------------------------------------------------

  function seat(piece) {
    const place = piece.querySelector("[data-seat]");
    return place ? place.dataset.seat : "";
  }

  function tellMoved(before, piece) {
    const after = seat(piece);
    if (!before || !after || before === after) return;
    if (before.split(":")[0] !== after.split(":")[0]) return; // another round has other seats
    for (const notice of piece.querySelectorAll("[data-moved]")) {
      notice.hidden = true;
      notice.hidden = false; // read aloud, also if it stood there before
      notice.scrollIntoView({ block: "nearest" });
    }
  }
})();
