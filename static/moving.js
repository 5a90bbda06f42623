// The laptop is dead, and the spare one leads: pages find it and go there, with what this phone has kept. Where spare
// laptops are stands in every answer while they are near. Storage and cookies stay with an address: what is kept travels
// behind the # of the next one, which no server sees, with a ticket instead of the cookie.
"use strict";

{
  const SILENT = 6000; // milliseconds without an answer, until spare laptops are asked
  const EVERY = 3000;
  const RECENT = 3600000; // a sheet of which this phone has heard lately
  const NEARLY = 30000; // how far apart phones go by themselves at most
  const isBoard = document.body.classList.contains("board"); // a screen: nobody taps there
  const isPreview = "preview" in document.body.dataset; // small, at the desk
  let spares = [];
  let ticket = "";
  let successor = "";
  let blind = false;

  function hear() {
    const before = spares;
    spares = isPreview ? [] : poll.near.get("Stammtisch-Spares").split(" ");
    if (isBoard) for (const spare of spares) if (!before.includes(spare)) leads(spare); // may it be asked from here?
    ticket = poll.near.get("Stammtisch-Move") || ticket;
  }

  document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
    if (!spares.some((spare) => blockedURI.startsWith(spare))) return;
    blind = true; // opened before there was a spare one
    if (isBoard) again();
  });

  // A screen is loaded anew while its laptop is there, once for these spare ones.
  function again() {
    const near = spares.join(" ");
    if (Date.now() - poll.contact().answered > SILENT || sessionStorage.getItem("spares") === near) return;
    sessionStorage.setItem("spares", near);
    location.reload();
  }

  // The words, while the laptop answers: a page has none of this unless a spare laptop is near.
  fetch("/arrive/?part=words").then(async (answer) => {
    if (!poll.isOurs(answer) || !answer.ok) return;
    const place = Object.assign(document.createElement("div"), { id: "moving", hidden: true, innerHTML: await answer.text() });
    document.querySelector("main").before(place);
  }).catch(() => {});

  async function leads(spare) {
    try {
      const answer = await fetch(`${spare}/leads/`, { credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(SILENT) });
      const { instead } = await answer.json();
      return instead.includes(poll.contact().mark.split(".")[0]);
    } catch { return false; }
  }

  const squeeze = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();

  async function packed(text) {
    const isSqueezed = "CompressionStream" in window;
    const bytes = new Uint8Array(isSqueezed ? await squeeze(text) : new TextEncoder().encode(text));
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return `${isSqueezed ? 1 : 0}.${btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  }

  async function copies() {
    try {
      const sheets = (await shelf.read("sheets")).filter(({ at }) => Date.now() - at < RECENT);
      const pages = new Set(sheets.map(({ page }) => page));
      return { sheets, entries: (await shelf.read("entries")).filter(({ page }) => pages.has(page)) };
    } catch { return { sheets: [], entries: [] }; }
  }

  async function go() {
    const seats = document.cookie.split("; ").filter((each) => each.startsWith("me-"));
    const hands = typeof outbox === "undefined" ? [] : outbox.hands();
    document.dispatchEvent(new CustomEvent("moving"));
    if (!ticket && !hands.length && !seats.length) location.href = successor + location.pathname + location.search;
    else location.href = `${successor}/arrive/#${await packed(JSON.stringify({ ticket, seats, hands, path: location.pathname, ...(await copies()) }))}`;
  }

  const isBusy = () => typeof dirty !== "undefined" && dirty;

  const isLedElsewhere = () => typeof outbox !== "undefined" && outbox.trouble() === "led_elsewhere";

  function show() {
    const place = document.getElementById("moving");
    if (!place) return;
    place.hidden = false;
    place.querySelector("p").hidden = blind; // nobody knows; above it stands that nobody answers
    place.querySelector("button").onclick = go;
  }

  let asking = false;

  async function look() {
    hear();
    // The old one is back, and says that another one leads: its answers are no reason to stay.
    const stays = Date.now() - poll.contact().answered < SILENT && !isLedElsewhere();
    if (asking || !spares.length || stays) {
      const place = document.getElementById("moving");
      if (place && stays) place.hidden = true;
      return;
    }
    asking = true;
    const answers = successor && !blind ? [successor] : await Promise.all(spares.map(async (spare) => (await leads(spare) ? spare : "")));
    [successor] = answers.filter(Boolean);
    asking = false;
    if (!successor && !blind) return;
    const leader = successor;
    successor = leader || spares[0];
    if (!isBoard) show();
    if (leader && !isBusy()) setTimeout(() => { if (!isBusy()) go(); }, Math.random() * Math.min(NEARLY, 2000));
  }

  setInterval(look, EVERY);
}
