import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Language, localeOf } from "../texts/languages.ts";

const note = document.createElement("p");
note.className = "card note";
note.setAttribute("role", "status");

let reachedAt = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

export function hideOfflineNote(): void {
  reachedAt = Date.now();
  clearInterval(timer);
  timer = undefined;
  note.remove();
}

/** Shows how old the page is until the server can be reached again. */
export function showOfflineNote(): void {
  timer ??= setInterval(showOfflineNote, MINUTE_MS);
  const main = document.querySelector("main");
  const { offline } = main?.dataset ?? {};
  // A 404 page has no text for it.
  if (!offline) return;
  const language = document.documentElement.lang as Language; // the Worker writes no other
  const minutes = Math.max(1, Math.floor((Date.now() - reachedAt) / MINUTE_MS));
  const ago = new Intl.RelativeTimeFormat(localeOf(language)).format(-minutes, "minute");
  note.textContent = offline.replace("{ago}", ago);
  if (!note.isConnected) main?.prepend(note);
}
