// A phone comes from the laptop that was first. What it kept is kept here from now on, and sent as always; hands and
// entries have ids of their own, so that each counts once.
"use strict";

{
  const place = document.getElementById("arrive");
  const say = (name) => { for (const part of place.querySelectorAll("[data-say]")) part.hidden = part.dataset.say !== name; };
  const readable = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

  async function unpacked(fragment) {
    const [, squeezed, text] = /^#([01])\.([\w-]+)$/.exec(fragment);
    const bytes = readable(text);
    if (squeezed === "0") return JSON.parse(new TextDecoder().decode(bytes));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
  }

  const isHand = (hand) => /^[0-9a-f-]{36}$/.test(hand.id) && /^\/t\/[\w-]+\/(?:[a-z]+\/(?:\d+\/)?)?$/.test(hand.path);

  // Only what is not here yet: a page that is loaded again does not bring it twice.
  async function keep({ hands, sheets, entries }) {
    const known = new Set((await shelf.read("outbox")).map(({ id }) => id));
    await shelf.write(["outbox", "sheets", "entries"], (stores) => {
      for (const hand of hands.filter(isHand)) if (!known.has(hand.id)) stores.objectStore("outbox").put({ ...hand, secret: "" });
      for (const sheet of sheets) stores.objectStore("sheets").put(sheet);
      for (const entry of entries) stores.objectStore("entries").put(entry);
    });
  }

  async function come() {
    let brought;
    try {
      brought = await unpacked(location.hash);
    } catch {
      say("nothing");
      return;
    }
    for (const seat of brought.seats || []) if (/^me-\d{1,9}=\d{1,6}$/.test(seat)) document.cookie = `${seat}; path=/; max-age=5184000; samesite=lax`;
    const answer = await fetch(place.dataset.address, {
      method: "POST",
      body: new URLSearchParams({ ticket: brought.ticket || "" }),
      headers: { "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
    });
    const { go, sentence } = await answer.json();
    await keep({ hands: brought.hands || [], sheets: brought.sheets || [], entries: brought.entries || [] });
    const path = /^\/[\w/-]*$/.test(brought.path || "") && !brought.path.startsWith("//") ? brought.path : "/";
    if (answer.ok || !brought.ticket) location.replace(answer.ok ? go : path);
    else {
      place.querySelector("[data-sentence]").textContent = sentence;
      place.querySelector("[data-join]").href = go;
      say("unknown");
    }
  }

  say("wait");
  come().catch(() => say("again"));
  place.querySelector("[data-again]").addEventListener("click", () => location.reload());
}
