// The whole sheet of this table on this phone, too, entry by entry with the laptop's receipts. If the laptop forgets (an
// older copy was restored), the phones still know, and bring it back.
"use strict";

const journal = (() => {
  const LONG_AGO = 30 * 86400000; // milliseconds; nobody asks for a sheet so old
  const RECENT = 86400000; // a laptop that knows nothing at all may have taken the place of one that died today
  const AGAIN = 60000; // what waits for other phones is brought again after so long
  let busy = false;
  let due = false;

  const page = () => document.querySelector("#table[data-journal]");
  const server = (mark) => mark.split(".")[0];
  const epoch = (mark) => mark.split(".")[1];
  const rows = (table) => IDBKeyRange.bound([table, 0], [table, Infinity]);

  async function ask(address, options = {}) {
    const answer = await fetch(address, { cache: "no-store", ...options });
    return poll.isOurs(answer) && (answer.ok || answer.status === 422) ? answer.json() : null;
  }

  // Everything after what is here already; all of it where the laptop counts anew.
  async function catchUp(known, there) {
    const { table } = there;
    const sheet = known.find((each) => each.page === table);
    const same = sheet && sheet.mark === poll.contact().mark;
    if (same && sheet.head >= there.head) return;
    const facts = await ask(`${there.address}?after=${same ? sheet.head : 0}`);
    if (!facts) return;
    const { entries, ...more } = facts;
    await shelf.write(["sheets", "entries"], (stores) => {
      if (!same) stores.objectStore("entries").delete(rows(table));
      for (const entry of entries) stores.objectStore("entries").put({ ...entry, page: table });
      stores.objectStore("sheets").put({ ...more, page: table, address: there.address, mark: `${facts.server}.${facts.epoch}`, at: Date.now() });
    });
  }

  // Another copy of the database answers: what was known of the one before is brought to it.
  async function offer(sheet) {
    const { mark } = poll.contact();
    const behind = sheet.mark === mark && sheet.page === Number(page()?.dataset.sheet) && Number(page().dataset.head) < sheet.head;
    if (sheet.mark === mark && !behind) return;
    if (server(sheet.mark) !== server(mark) && Date.now() - sheet.at > RECENT) return;
    if (Date.now() - (sheet.offered || 0) < AGAIN) return;
    const entries = (await shelf.read("entries", rows(sheet.page))).map(({ page: _page, ...entry }) => entry);
    const { event, round, table, people } = sheet;
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const facts = await ask(sheet.address.replace(/journal\/$/, "offer/"), { // with the secret part it may have
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token ? token.value : "" },
      body: JSON.stringify({ epoch: epoch(sheet.mark), server: server(sheet.mark), event, round, table, people, entries }),
    });
    const done = facts && !facts.waiting.length;
    await shelf.write(["sheets"], (stores) => {
      stores.objectStore("sheets").put({ ...sheet, offered: Date.now(), mark: done ? mark : sheet.mark, head: done ? 0 : sheet.head });
    });
    if (facts && facts.taken.length) document.dispatchEvent(new CustomEvent("journal"));
  }

  async function wipe(sheets, over) {
    const old = sheets.filter((sheet) => (over && String(sheet.event) === over) || Date.now() - sheet.at > LONG_AGO);
    if (!old.length || outbox.hands().length) return;
    await shelf.write(["sheets", "entries"], (stores) => {
      for (const { page: table } of old) {
        stores.objectStore("sheets").delete(table);
        stores.objectStore("entries").delete(rows(table));
      }
    });
  }

  async function look() {
    due = busy;
    if (busy || !poll.contact().mark) return;
    busy = true;
    try {
      for (const sheet of await shelf.read("sheets")) await offer(sheet);
      const here = page();
      const sheets = await shelf.read("sheets");
      if (here && here.dataset.over !== undefined) await wipe(sheets, here.dataset.over);
      else if (here) {
        const { sheet, head, journal: address } = here.dataset;
        await catchUp(sheets, { table: Number(sheet), head: Number(head), address });
      }
    } catch { /* a phone that stores nothing is no copy; another one is */ }
    busy = false;
    if (due) look();
  }

  for (const name of ["table", "mark"]) document.addEventListener(name, look);
  look();

  return { look };
})();
