// What this phone keeps of what was entered: in IndexedDB, which a killed browser does not lose, with a copy in
// localStorage as a second chance. Where both refuse, a page can only keep it as long as it is open.
"use strict";

const shelf = (() => {
  const PATIENCE = 3000; // milliseconds; a full or broken storage may never answer
  const COPY = "outbox";
  let opened = null;

  function database() {
    opened = opened || new Promise((resolve, reject) => {
      const request = indexedDB.open("stammtisch", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("outbox", { keyPath: "id" });
        request.result.createObjectStore("sheets", { keyPath: "page" });
        request.result.createObjectStore("entries", { keyPath: ["page", "seq"] });
      };
      request.onsuccess = () => {
        request.result.onclose = request.result.onversionchange = () => { opened = null; request.result.close(); };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    opened.catch(() => { opened = null; });
    return opened;
  }

  function inTime(promise) {
    return new Promise((resolve, reject) => {
      setTimeout(reject, PATIENCE, new Error("no answer from the storage"));
      promise.then(resolve, reject);
    });
  }

  async function work(mode, names, doing) {
    const now = (await database()).transaction(names, mode, { durability: "strict" });
    const asked = doing(now);
    return new Promise((resolve, reject) => {
      now.oncomplete = () => resolve(asked && asked.result);
      now.onabort = now.onerror = () => reject(now.error);
    });
  }

  // write(["outbox"], (stores) => stores.objectStore("outbox").put(…)): on the disk when it returns, or it throws.
  const write = (names, doing) => inTime(work("readwrite", names, doing));
  const read = (name, range) => inTime(work("readonly", [name], (stores) => stores.objectStore(name).getAll(range)));

  function copy() {
    try {
      return JSON.parse(localStorage.getItem(COPY)) || [];
    } catch { return []; }
  }

  function setCopy(hands) {
    try {
      if (hands.length) localStorage.setItem(COPY, JSON.stringify(hands));
      else localStorage.removeItem(COPY);
      return true;
    } catch { return false; }
  }

  return { write, read, copy, setCopy };
})();
