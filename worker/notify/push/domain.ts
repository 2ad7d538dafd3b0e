/** A push service's URL has some hundreds. */
export const MAX_PUSH_ENDPOINT_CHARACTERS = 2000;

/**
 * The push services of browsers: Chrome and most others, Firefox, Edge on Windows, and Safari. No other host gets a push, so
 * nobody can make Daymark post to a server of their choice.
 */
const pushHosts =
  /^(fcm\.googleapis\.com|([\w-]+\.)+push\.services\.mozilla\.com|([\w-]+\.)+notify\.windows\.com|([\w-]+\.)*push\.apple\.com)$/;

export function isPushService({ protocol, host }: { protocol: string; host: string }): boolean {
  return protocol === "https:" && pushHosts.test(host);
}

/** What the page's service worker shows. */
export interface PushMessage {
  title: string;
  body: string;
  /** On the status page. */
  path: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  lang: string;
  dir: "ltr" | "rtl";
}
