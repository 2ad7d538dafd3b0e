import headScript from "../../dist/inline/head-script.txt";

const CHALLENGES = "https://challenges.cloudflare.com";

export interface PolicyOptions {
  /** The page shows Cloudflare's challenge (Turnstile), which is a script and a frame of its own. */
  challenge?: boolean;
}

/**
 * What a page may load and run: its own style and script, told by their hashes, and files of its own origin. Should
 * markup ever slip in with what people write, it stays without effect.
 */
export async function policyOf(page: string, { challenge = false }: PolicyOptions = {}): Promise<string> {
  // The document's own style is the first: before it stand only the title and its like, with every < escaped.
  const start = page.indexOf("<style>") + "<style>".length;
  const style = page.slice(start, page.indexOf("</style>", start));
  return [
    "default-src 'none'",
    `script-src 'self' ${await hashOf(headScript)}${challenge ? ` ${CHALLENGES}` : ""}`,
    ...(challenge ? [`frame-src ${CHALLENGES}`] : []),
    `style-src ${await hashOf(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function hashOf(source: string): Promise<string> {
  const known = hashes.get(source);
  if (known !== undefined) return known;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source));
  const hash = `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  if (hashes.size >= 20) hashes.clear();
  hashes.set(source, hash);
  return hash;
}
/** By source: few are ever in use. */
const hashes = new Map<string, string>();
