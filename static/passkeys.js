// Passkeys: the form asks its address what is to be signed, the browser signs, the form is sent with the answer.
"use strict";

(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const credentials = (list) => (list || []).map((each) => ({ ...each, id: bytes(each.id) }));

  async function signed(form) {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    if (!answer.ok || answer.redirected) throw new Error("refused");
    const options = await answer.json();
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    options.allowCredentials = credentials(options.allowCredentials);
    options.excludeCredentials = credentials(options.excludeCredentials);
    const made = await navigator.credentials[form.dataset.passkey]({ publicKey: options });
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (made.response[name]) response[name] = text(made.response[name]);
    }
    return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response });
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!window.PublicKeyCredential) {
      for (const none of document.querySelectorAll("[data-passkey-none]")) none.hidden = false;
      continue;
    }
    const failed = form.querySelector("[data-passkey-failed]");
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      form.elements.answer.value = "";
      const stay = document.querySelector("[type=checkbox][name=stay]"); // the tick beside the password counts here too
      if (stay && form.elements.stay) form.elements.stay.value = stay.checked ? "1" : "";
      try {
        form.elements.answer.value = await signed(form);
      } catch { // nobody has put a finger on it, or the server has not answered
        failed.textContent = form.dataset.failed;
        failed.hidden = false;
        return;
      }
      form.submit();
    });
  }
})();
