import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";

const MIN_POLL_MS = 15_000;
const MAX_POLL_MS = MINUTE_MS;
const MAX_RETRY_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 20_000;

interface Listener {
  /** Takes the new document. Returns whether it says anything new. */
  onChange: (html: string) => Promise<boolean>;
  /** Runs after each response, changed or not. */
  onPoll: () => void;
  /** Runs after each request without a response that can be shown. */
  onFailure: () => void;
}

/**
 * Revalidates this page while it is visible: at once when the page is shown again or the network is back, with backoff
 * while nothing changes or no response comes.
 */
export function startLiveUpdates({ onChange, onPoll, onFailure }: Listener): void {
  let delayMs = MIN_POLL_MS;
  let etag: string | null = null;
  let day = "";
  let isPolling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function poll(): Promise<void> {
    clearTimeout(timer);
    if (isPolling || document.hidden) return;
    isPolling = true;
    delayMs = await revalidate().catch((error) => {
      console.error(error);
      onFailure();
      return Math.min(delayMs * 2, MAX_RETRY_MS);
    });
    isPolling = false;
    schedule();
  }

  /** The jitter keeps visitors from polling at the same moment. */
  function schedule(): void {
    clearTimeout(timer);
    if (!document.hidden && Number.isFinite(delayMs))
      timer = setTimeout(poll, delayMs * (0.75 + Math.random() / 2));
  }

  /** @returns milliseconds until the next poll; infinite for a deleted page, until the visitor comes back to it */
  async function revalidate(): Promise<number> {
    const response = await fetch(location.href, {
      cache: "no-cache",
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A 404 is a change as well: the page was deleted.
    if (!response.ok && response.status !== 404) throw new Error(`The page answers ${response.status}`);
    const newETag = response.headers.get("ETag");
    const today = new Date().toDateString();
    // The document's own ETag is unknown, so the first response is always compared. On a new day, the same page shows other days.
    const isSame = newETag !== null && newETag === etag && today === day;
    const hasNews = !isSame && (await onChange(await response.text()));
    etag = newETag;
    day = today;
    if (response.status === 404) return Number.POSITIVE_INFINITY;
    onPoll();
    return hasNews ? MIN_POLL_MS : Math.min(delayMs * 1.5, MAX_POLL_MS);
  }

  schedule();
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : poll()));
  addEventListener("online", poll);
}
