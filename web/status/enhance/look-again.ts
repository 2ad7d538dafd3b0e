import { MINUTE_MS } from "../../../worker/time/domain.ts";

/** Milliseconds until the next look: after news, the most while all is quiet, and the most while nobody answers. */
const SOON = 15_000;
const QUIET_MS = MINUTE_MS;
const SILENCE = 300_000;
/** An answer that takes longer will not come. */
const PATIENCE = 20_000;

interface Listener {
  /** With the document that has come in the place of this one; says whether it has news. */
  changed: (html: string) => boolean;
  /** After each answer, changed or not. */
  looked: () => void;
}

/**
 * Asks for this page again and again, while somebody sees it: at once when the page or the network is back, ever more
 * seldom while nothing changes or nobody answers. The browser has the page already, and asks whether that still holds.
 */
export function lookAgain({ changed, looked }: Listener): void {
  let wait = SOON;
  let etag: string | null = null;
  let day = "";
  let looking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    wait = await ask().catch(() => Math.min(wait * 2, SILENCE));
    looking = false;
    lookLater();
  }

  /** Not all visitors at the same moment. */
  function lookLater(): void {
    clearTimeout(timer);
    if (!document.hidden && Number.isFinite(wait))
      timer = setTimeout(look, wait * (0.75 + Math.random() / 2));
  }

  /** @returns how long to wait then; for what is gone, until somebody comes back to it */
  async function ask(): Promise<number> {
    const answer = await fetch(location.href, {
      cache: "no-cache",
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    // Something that is gone is news as well.
    if (!answer.ok && answer.status !== 404) throw new Error(`The page answers ${answer.status}`);
    const now = answer.headers.get("ETag");
    const today = new Date().toDateString();
    // The first time nobody knows yet; then it is seen in the document. On another day the same page has other days.
    const isSame = now !== null && now === etag && today === day;
    const news = !isSame && changed(await answer.text());
    etag = now;
    day = today;
    if (answer.status === 404) return Number.POSITIVE_INFINITY;
    looked();
    return news ? SOON : Math.min(wait * 1.5, QUIET_MS);
  }

  lookLater();
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
  addEventListener("online", look);
}
