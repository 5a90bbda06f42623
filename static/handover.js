// Unsent hands go to another phone as a QR code, drawn here without a network: its camera opens the table's page with
// them in the fragment, which no server sees. That phone asks its owner, and sends them as its own would be sent. Every
// hand keeps its id, so that it counts once, whichever phone is heard first.
"use strict";

{
  const MOST = 420; // letters of data in one code: a camera reads them from another phone's screen
  const WORDS = 60;
  const QUIET = 4; // modules of white around a code
  const form = /^#hands([01])\.([\w-]+)$/;

  async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }

  const written = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const readable = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

  async function packed(hands) {
    const facts = hands.map((hand) => [hand.body, hand.label, hand.words.sentence.slice(0, WORDS)]);
    const bytes = new TextEncoder().encode(JSON.stringify(facts));
    if (!("CompressionStream" in window)) return `#hands0.${written(bytes)}`;
    return `#hands1.${written(await through(new CompressionStream("deflate-raw"), bytes))}`;
  }

  async function unpacked(fragment) {
    const [, squeezed, text] = form.exec(fragment);
    const bytes = squeezed === "1" ? await through(new DecompressionStream("deflate-raw"), readable(text)) : readable(text);
    return JSON.parse(new TextDecoder().decode(bytes)).map(([body, label, sentence]) => ({
      body: new URLSearchParams(String(body)),
      label: String(label).slice(0, 8),
      sentence: String(sentence).slice(0, WORDS),
    }));
  }

  // --- giving ------------------------------------------------------------------------------------------------------

  function drawn(address) {
    const code = leanQr.generate(address);
    let path = "";
    for (let y = 0; y < code.size; y += 1) for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    const size = code.size + 2 * QUIET;
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size} ${size}`);
    picture.setAttribute("role", "img");
    const dark = document.createElementNS("http://www.w3.org/2000/svg", "path");
    dark.setAttribute("d", path);
    picture.append(dark);
    return picture;
  }

  // As many hands in a code as a camera reads easily.
  async function codes(hands) {
    const fragments = [];
    let group = [];
    for (const hand of hands) {
      const more = [...group, hand];
      if (group.length && (await packed(more)).length > MOST) {
        fragments.push(await packed(group));
        group = [hand];
      } else group = more;
    }
    return group.length ? [...fragments, await packed(group)] : fragments;
  }

  async function show() {
    const place = document.querySelector("[data-codes]");
    const field = place.querySelector("input");
    const table = document.getElementById("outbox").dataset.sheet;
    const hands = outbox.open(table);
    const origin = /^https?:\/\/[^/\s]+/.exec(field.value.trim())?.[0] || location.origin;
    if (!field.value) field.value = location.origin;
    const list = place.querySelector("ol");
    const items = (hands.length ? await codes(hands) : []).map((fragment) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${origin}${hands[0].path}${fragment}`;
      link.append(drawn(link.href));
      item.append(link);
      return item;
    });
    list.replaceChildren(...items);
    place.hidden = false;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-hand-over]")) show();
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest("[data-codes]")) show();
  });

  // --- taking: only what somebody has agreed to ------------------------------------------------------------------------

  let offered = [];

  async function receive() {
    const place = document.querySelector("[data-received]");
    if (!place || !form.test(location.hash)) return;
    const fragment = location.hash;
    history.replaceState(null, "", location.pathname);
    try {
      offered = await unpacked(fragment);
    } catch { return; }
    const items = offered.map(({ label, sentence }) => Object.assign(document.createElement("li"), { textContent: `${label} ${sentence}`.trim() }));
    place.querySelector("ol").replaceChildren(...items);
    place.hidden = false;
    document.dispatchEvent(new CustomEvent("outbox"));
  }

  async function take() {
    const table = document.getElementById("outbox").dataset.sheet;
    const known = new Set(outbox.hands().map(({ id }) => id));
    for (const { body, label, sentence } of offered) {
      const id = body.get("entry") || "";
      if (!/^[0-9a-f-]{36}$/.test(id) || known.has(id)) continue;
      body.set("via", "handover");
      await outbox.keep({
        id,
        table,
        path: location.pathname,
        number: Number(body.get("hand")) || 0,
        label,
        order: Number(body.get("claimed")) || Date.now(),
        claimed: Date.now(),
        state: outbox.UNSENT,
        secret: "",
        words: { sentence, moves: [] },
        body: body.toString(),
      });
    }
    offered = [];
    outbox.now();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-received] button");
    if (!button) return;
    button.closest("[data-received]").hidden = true;
    if (button.dataset.take !== undefined) take();
    document.dispatchEvent(new CustomEvent("outbox"));
  });
  window.addEventListener("hashchange", receive);
  receive();
}
