// How it ended, to the others: through the phone's own sheet where the browser has one (only over https), else copied.
"use strict";

{
  const button = document.querySelector("[data-share]");
  const copy = document.querySelector("[data-copy]");
  const words = document.querySelector("[data-share-text]");
  let file = null;

  // Ready before the tap: a browser opens its sheet only as an answer to one.
  async function fetchPicture() {
    try {
      const answer = await fetch(button.dataset.share);
      if (answer.ok) file = new File([await answer.blob()], button.dataset.name, { type: "image/png" });
    } catch { /* then the text alone */ }
  }

  async function share() {
    const whole = { title: button.dataset.title, text: words.value, files: file ? [file] : [] };
    const { files: _files, ...text } = whole;
    try {
      await navigator.share(file && navigator.canShare && navigator.canShare(whole) ? whole : text);
    } catch (error) {
      if (error.name !== "AbortError") copyText();
    }
  }

  // A club's plain http has no clipboard of its own; what is selected can be copied everywhere.
  async function copyText() {
    let done = false;
    try {
      await navigator.clipboard.writeText(words.value);
      done = true;
    } catch {
      words.select();
      done = document.execCommand("copy");
    }
    const told = document.querySelector("[data-copied]");
    if (done) told.textContent = told.dataset.copied;
    else words.focus();
  }

  if (button && navigator.share) {
    button.hidden = false;
    button.addEventListener("click", share);
    fetchPicture();
  }
  if (copy) {
    copy.hidden = false;
    copy.addEventListener("click", copyText);
  }
}
