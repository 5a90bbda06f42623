// A new hand goes here first: it is kept on the phone, and sent until the laptop says that it has it. Every hand has
// an id of its own, so that sending it again, from wherever, makes no second one. It judges nothing.
"use strict";

const outbox = (() => {
  const PATIENCE = 8000; // milliseconds; after that nobody answers
  const QUICK = 2500; // where answers come quickly a lost one is asked for sooner
  const MOMENT = 2000; // a younger question is still on its way
  const LONG_AGO = 30 * 86400000; // milliseconds; who has not decided by then does not
  const PAUSES = [500, 1500, 4000, 8000, 15000]; // between two tries
  const UNSENT = "unsent"; // other states: "refused" needs editing, "parked" needs a decision
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;

  let hands = []; // what is known of, the oldest first
  let version = 0; // of these hands
  let lasting = true; // would what is kept survive the page?
  let trouble = ""; // why the last try did not arrive: "silent", "foreign", or the number of an answer
  let failures = 0;
  let usual = 0; // milliseconds until an answer, of late
  let lost = 0; // so many have not come since
  let timer = 0;
  let sending = null; // { since, stop, hand }
  const here = new Set(); // hands that were entered on this page
  const tried = new Set(); // those of them that may have arrived, although nobody has said so
  const late = new Set(); // those whose answer took too long: before they are sent again, the laptop is asked

  // --- what is kept --------------------------------------------------------------------------------------------------

  const sorted = (list) => [...list].sort((a, b) => a.order - b.order);

  function changed() {
    document.dispatchEvent(new CustomEvent("outbox"));
  }

  // What is stored, and what only this page has. Asked once more if something has changed meanwhile.
  async function load() {
    const before = version;
    const stored = new Map(hands.filter((hand) => hand.volatile).map((hand) => [hand.id, hand]));
    for (const hand of shelf.copy()) stored.set(hand.id, hand);
    try {
      for (const hand of await shelf.read("outbox")) stored.set(hand.id, hand);
    } catch { /* the copy must do */ }
    if (version !== before) {
      await load();
      return;
    }
    hands = sorted(stored.values());
    for (const hand of hands) if (hand.state === "parked" && Date.now() - hand.claimed > LONG_AGO) forget(hand.id);
    changed();
  }

  // Also in one step: a hand that was edited takes the place of the one before.
  async function keep(hand, instead = "") {
    version += 1;
    hands = sorted([...hands.filter(({ id }) => id !== hand.id && id !== instead), hand]);
    delete hand.volatile;
    if (!tried.has(hand.id)) here.add(hand.id);
    const copied = shelf.setCopy(hands);
    try {
      await shelf.write(["outbox"], (stores) => {
        const store = stores.objectStore("outbox");
        if (instead) store.delete(instead);
        store.put(hand);
      });
    } catch {
      if (!copied) hand.volatile = true;
    }
    lasting = hands.every((each) => !each.volatile);
    tell();
  }

  async function forget(id) {
    version += 1;
    hands = hands.filter((hand) => hand.id !== id);
    shelf.setCopy(hands);
    lasting = hands.every((each) => !each.volatile);
    try {
      await shelf.write(["outbox"], (stores) => { stores.objectStore("outbox").delete(id); });
    } catch { /* it would be sent once more, and is known there */ }
    tell();
  }

  // Perhaps it is on the laptop already: of the hands of a table only the oldest has ever been sent.
  function isPerhapsThere(hand) {
    return tried.has(hand.id) || (!here.has(hand.id) && next([])?.id === hand.id);
  }

  // Somebody takes a hand back. If it may have arrived, the laptop is asked first; until then it is on its way out.
  async function withdraw(hand) {
    if (isPerhapsThere(hand)) {
      hand.state = "withdrawn";
      await keep(hand);
    } else await remove(hand);
    now();
  }

  // Those behind it have never been sent: their numbers follow.
  async function remove(hand) {
    const later = hands.filter((each) => each.table === hand.table && each.number > hand.number && each.state !== "parked");
    await forget(hand.id);
    for (const each of later) {
      each.number -= 1;
      const body = new URLSearchParams(each.body);
      body.set("hand", String(each.number));
      each.body = body.toString();
      await keep(each);
    }
  }

  function tell() {
    version += 1;
    if (tabs) tabs.postMessage("changed"); // only to look again: the ids make two tabs harmless
    changed();
  }

  if (tabs) tabs.onmessage = load;

  // --- sending: one at a time, the oldest first ----------------------------------------------------------------------

  // A hand that has to be edited holds up those after it at its table; others stand for themselves.
  function next(passed) {
    const held = new Set(passed);
    for (const hand of hands) {
      if (held.has(hand.table) || hand.state === "parked") continue;
      if (hand.state === UNSENT || hand.state === "withdrawn") return hand;
      held.add(hand.table);
    }
    return null;
  }

  function secret(hand) {
    const field = document.querySelector("[name=csrfmiddlewaretoken]");
    return field ? field.value : hand.secret;
  }

  // A slow laptop is waited for: what gets lost again has perhaps only been slow.
  const patience = () => (usual ? Math.min(PATIENCE, QUICK * 2 ** lost + 4 * usual) : PATIENCE);

  async function ask(address, options = {}, hand = "") {
    const stop = new AbortController();
    const since = Date.now();
    sending = { since, stop, hand };
    const timeout = setTimeout(() => stop.abort(), patience());
    lost += 1;
    try {
      const answer = await fetch(address, { cache: "no-store", redirect: "manual", signal: stop.signal, ...options });
      const text = await answer.text();
      const took = Date.now() - since + 1;
      usual = usual ? 0.7 * usual + 0.3 * took : took;
      lost = 0;
      poll.heard(answer);
      return [answer, text];
    } finally {
      clearTimeout(timeout);
      sending = null;
    }
  }

  // It is being sent for the first time, or may be there already: nobody may say that it is not.
  const isOnItsWay = (hand) => late.has(hand.id) || (sending !== null && sending.hand === hand.id && failures === 0);

  const about = (answer, name, hand) => {
    const words = (answer.headers.get(name) || "").split(" ");
    return words[0] === hand.id ? words : null;
  };

  // What became of the hand; "" if it is still to be sent.
  async function understand(hand, answer, text) {
    if (!poll.isOurs(answer)) {
      trouble = "foreign";
      return "";
    }
    const saved = about(answer, "Stammtisch-Entry", hand);
    const parked = about(answer, "Stammtisch-Parked", hand);
    if (saved) {
      await forget(hand.id);
    } else if (parked) {
      hand.state = "parked";
      [, hand.receipt] = parked;
      await keep(hand);
    } else if (answer.status === 422) {
      hand.state = "refused";
      await keep(hand);
    } else {
      trouble = answer.headers.get("Stammtisch-Refused") || String(answer.status);
      return "";
    }
    trouble = "";
    document.dispatchEvent(new CustomEvent("outbox:answer", { detail: { hand, answer, text } }));
    return hand.state === UNSENT ? "saved" : hand.state;
  }

  // Has the hand been saved, although nobody has said so? null: no answer that says it.
  async function isThere(hand) {
    const seen = Number(new URLSearchParams(hand.body).get("seen")) || 0;
    const [answer, text] = await ask(`${hand.path}journal/?after=${seen}`, {}, hand.id);
    if (!poll.isOurs(answer) || !(answer.ok || answer.status === 404)) {
      trouble = poll.isOurs(answer) ? String(answer.status) : "foreign";
      return null;
    }
    trouble = "";
    return answer.ok && JSON.parse(text).entries.some(({ id }) => id === hand.id);
  }

  // Somebody has taken it back. Has it been saved before?
  async function check(hand) {
    const there = await isThere(hand);
    if (there === null) return "";
    await (there ? forget(hand.id) : remove(hand));
    return "withdrawn";
  }

  // It was saved, only the answer did not come in time: what it would have said is asked for.
  async function catchUp(hand) {
    await forget(hand.id);
    try {
      const [answer, text] = await ask(`${hand.path}?part=live`, {}, hand.id);
      if (poll.isOurs(answer) && answer.ok) document.dispatchEvent(new CustomEvent("outbox:answer", { detail: { hand, answer, text } }));
    } catch { /* the page's next question brings it */ }
    return "saved";
  }

  async function send(hand) {
    try {
      if (hand.state === "withdrawn") return [await check(hand), 0];
      if (late.has(hand.id)) {
        const there = await isThere(hand);
        late.delete(hand.id);
        if (there) return [await catchUp(hand), 0];
      }
      if (navigator.onLine) tried.add(hand.id);
      const [answer, text] = await ask(hand.path, {
        method: "POST",
        body: new URLSearchParams(hand.body),
        headers: { "Stammtisch-Outbox": "1", "X-CSRFToken": secret(hand) },
      }, hand.id);
      return [await understand(hand, answer, text), 1000 * (Number(answer.headers.get("Retry-After")) || 0)];
    } catch (error) {
      if (error.name === "AbortError" && tried.has(hand.id)) late.add(hand.id);
      trouble = "silent";
      return ["", 0];
    }
  }

  let going = false;
  let again = false; // somebody wants it tried at once, not after the pause

  async function flush() {
    clearTimeout(timer);
    if (going) return;
    going = true;
    const passed = []; // tables where this phone is not let in; those behind them get their turn
    let wait = 0;
    again = false;
    for (let hand = next(passed); hand; hand = next(passed)) {
      const [done, pause] = await send(hand);
      if (done) {
        failures = 0;
        continue;
      }
      document.dispatchEvent(new CustomEvent("outbox:wait", { detail: { hand } }));
      passed.push(hand.table);
      wait = Math.max(wait, pause);
      if (["silent", "foreign", "429", "503"].includes(trouble)) break; // nobody's hand would get through
    }
    going = false;
    changed();
    if (!next([])) return;
    if (again) {
      flush();
      return;
    }
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)] * (0.8 + Math.random() * 0.4);
    failures += 1;
    timer = setTimeout(flush, Math.max(wait, pause));
  }

  // The network is back, the phone was woken, somebody taps: not after the pause, but now.
  async function now() {
    if (document.hidden) return;
    failures = 0;
    again = going;
    if (sending && Date.now() - sending.since > MOMENT) sending.stop.abort();
    await flush();
  }

  async function wake() {
    await load();
    await now();
  }

  for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, wake);
  document.addEventListener("visibilitychange", wake);

  // The laptop has answered the page: what did not get through is tried again, however long the pause has become.
  document.addEventListener("answered", () => { if (["silent", "foreign"].includes(trouble) && next([])) flush(); });

  // A sheet has come back, perhaps with the hand that was missing before ours.
  document.addEventListener("journal", now);

  return {
    UNSENT,
    keep,
    forget,
    withdraw,
    load,
    now,
    flush,
    hands: () => hands,
    of: (table) => hands.filter((hand) => hand.table === table),
    open: (table) => hands.filter((hand) => hand.state !== "parked" && (!table || hand.table === table)),
    trouble: () => trouble,
    lasting: () => lasting,
    isOnItsWay,
  };
})();
