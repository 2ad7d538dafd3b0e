import headScript from "../../../dist/inline/head-script.txt";

const CHALLENGE_ORIGIN = "https://challenges.cloudflare.com";

export interface PolicyOptions {
  /** Turnstile needs a script and a frame of another origin. */
  hasChallenge?: boolean;
  /** Its styles are in a file of its origin. */
  hasStyleFile?: boolean;
}

/** Allows the page's own style and script by hash, and files of its origin. Injected markup has no effect. */
export async function buildPolicy(
  page: string,
  { hasChallenge, hasStyleFile }: PolicyOptions = {},
): Promise<string> {
  // The first style is the document's own: before it come only metadata, with every < escaped.
  const start = page.indexOf("<style>") + "<style>".length;
  const style = page.slice(start, page.indexOf("</style>", start));
  return [
    "default-src 'none'",
    `script-src 'self' ${await cachedHash(headScript)}${hasChallenge ? ` ${CHALLENGE_ORIGIN}` : ""}`,
    ...(hasChallenge ? [`frame-src ${CHALLENGE_ORIGIN}`] : []),
    `style-src ${hasStyleFile ? "'self'" : await cachedHash(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function cachedHash(source: string): Promise<string> {
  const cached = hashes.get(source);
  if (cached !== undefined) return cached;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source));
  const hash = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  if (hashes.size >= 20) hashes.clear();
  hashes.set(source, hash);
  return hash;
}
const hashes = new Map<string, string>();
