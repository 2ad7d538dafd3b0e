/** A live update may replace the button, so the document listens for its clicks. */
document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-copied]") : null;
  const { copied = "" } = button?.dataset ?? {};
  if (!button || button.textContent === copied) return;
  const label = button.textContent ?? "";
  const address =
    document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href.split("#")[0] ?? "";
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    // The prompt shows the address where the browser doesn't let a page copy it.
    prompt(label, address);
    return;
  }
  button.textContent = copied;
  const status = document.querySelector("[data-announced]");
  if (status) status.textContent = copied;
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
});

const SHOWN_MS = 4000;
