// What a table needs only when something goes wrong is fetched when the page is quiet: the first visit is light, and it
// is here before it is needed. A phone that has hands of another one in its address needs it at once.
"use strict";

{
  const PEACE = 1500; // milliseconds after the page is there
  const AGAIN = 15000; // without a network

  const fetchQuietly = () => {
    const place = document.querySelector("[data-quiet]");
    if (!place) return;
    const script = Object.assign(document.createElement("script"), { src: place.dataset.quiet });
    script.onerror = () => setTimeout(fetchQuietly, AGAIN);
    document.head.append(script);
  };

  window.addEventListener("load", () => setTimeout(fetchQuietly, location.hash.startsWith("#hands") ? 0 : PEACE));
}
