// Shows what is understood while you type, checks lines as you go, copies. The page works without.
"use strict";

for (const form of document.querySelectorAll("form[data-live]")) {
  const field = form.querySelector("#equation, #lines");
  const shown = document.getElementById("understood");
  const pause = field.id === "lines" ? 700 : 200;
  let timer = 0;
  let asking = null;
  let last = field.value;

  const show = async () => {
    if (field.value === last) return;
    last = field.value;
    asking?.abort();
    if (!field.value.trim()) {
      shown.replaceChildren();
      return;
    }
    asking = new AbortController();
    const query = new URLSearchParams(new FormData(form));
    query.set("part", "1");
    try {
      const answer = await fetch(`${form.dataset.live}?${query}`, { signal: asking.signal });
      if (!answer.ok && answer.status !== 422) return; // busy: the next key tries again
      const part = await answer.text();
      shown.innerHTML = part;
      field.setAttribute("aria-invalid", String(part.includes('class="trouble"')));
    } catch (error) {
      if (error.name !== "AbortError") shown.replaceChildren();
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, pause);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    asking?.abort();
  });
}

for (const field of document.querySelectorAll("textarea[data-link]")) {
  field.value = new URL(field.value, document.baseURI).href;
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  const title = button.textContent;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = title; }, 1500);
  });
}
