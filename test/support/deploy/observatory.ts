/**
 * Scores a site's front page by the rules of MDN's HTTP Observatory, without those about cookies. A site starts with
 * 100 points. Missing headers subtract points; strict ones add some if at least 90 are left.
 * @see https://github.com/mdn/mdn-http-observatory
 */
export function observatoryScore(scan: Scan): { score: number; modifiers: Record<string, number> } {
  const modifiers = {
    "content-security-policy": contentSecurityPolicy(scan.page),
    cookies: cookies(scan.page),
    "cross-origin-resource-sharing": resourceSharing(scan.crossOrigin),
    redirection: redirection(scan.redirect, scan.page.url),
    "referrer-policy": referrerPolicy(scan.page),
    "strict-transport-security": transportSecurity(scan.page),
    "subresource-integrity": subresourceIntegrity(scan.page),
    "x-content-type-options": scan.page.headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5,
    "x-frame-options": framing(scan.page),
    "cross-origin-resource-policy": resourcePolicy(scan.page),
  };
  const penalties = sum(Object.values(modifiers).filter((modifier) => modifier < 0));
  const score = 100 + (100 + penalties >= 90 ? sum(Object.values(modifiers)) : penalties);
  return { score: Math.max(score, 0), modifiers };
}

export interface Scanned {
  url: string;
  headers: Headers;
  text: string;
}

interface Scan {
  /** The front page over https. */
  page: Scanned;
  /** The same page, requested from another site. */
  crossOrigin: Scanned & { origin: string };
  /** The Location of the response over http. */
  redirect: string | undefined;
}

const broad = ["ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"];
const unsafe = [...broad, "'unsafe-inline'", "data:"];

function contentSecurityPolicy({ headers }: Scanned): number {
  const policy = directives(headers);
  if (policy.size === 0) return -25;
  const of = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const has = (name: string, sources: string[]) => of(name).some((source) => sources.includes(source));
  const hasInsecure = (sources: string[]) => sources.some((source) => /^(http|ftp):/.test(source));
  const passive = ["img-src", "media-src"];
  const active = [...policy.keys()].filter((name) => !passive.includes(name));
  if (has("script-src", unsafe) || has("object-src", broad)) return -20;
  if (hasInsecure(active.flatMap(of))) return -20;
  if (has("script-src", ["'unsafe-eval'"]) || has("style-src", ["'unsafe-eval'"])) return -10;
  if (hasInsecure(passive.flatMap(of))) return -10;
  if (has("style-src", unsafe)) return 0;
  return policy.get("default-src")?.join() === "'none'" ? 10 : 5;
}

function directives(headers: Headers): Map<string, string[]> {
  const parts = (headers.get("Content-Security-Policy") ?? "").toLowerCase().split(";");
  return new Map(
    parts.flatMap((part) => {
      const [name, ...sources] = part.trim().split(/\s+/);
      return name ? [[name, sources]] : [];
    }),
  );
}

function cookies({ headers }: Scanned): number {
  if (headers.has("Set-Cookie")) throw new Error("The Observatory has rules for cookies: add them here.");
  return 0;
}

function resourceSharing({ headers, origin }: Scan["crossOrigin"]): number {
  const isReflected = headers.get("Access-Control-Allow-Origin") === origin;
  return isReflected && headers.get("Access-Control-Allow-Credentials") === "true" ? -50 : 0;
}

function redirection(to: string | undefined, page: string): number {
  if (to === undefined || !to.startsWith("https:")) return -20;
  return new URL(to).host === new URL(page).host ? 0 : -5;
}

function referrerPolicy({ headers }: Scanned): number {
  const policy = headers.get("Referrer-Policy");
  const privatePolicies = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];
  if (policy === null) return 0;
  return privatePolicies.includes(policy) ? 5 : -5;
}

/** Leaves out the points for the browsers' preload list. */
function transportSecurity({ headers }: Scanned): number {
  const [, seconds] = /^max-age=(\d+)(;|$)/.exec(headers.get("Strict-Transport-Security") ?? "") ?? [];
  if (seconds === undefined) return -20;
  return Number(seconds) < 15_552_000 ? -10 : 0;
}

function subresourceIntegrity({ url, text }: Scanned): number {
  const scripts = [...text.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/g)];
  const foreignScripts = scripts.filter(([, src = ""]) => new URL(src, url).origin !== new URL(url).origin);
  if (foreignScripts.some(([, src = ""]) => !src.startsWith("https:"))) return -50;
  if (foreignScripts.some(([script]) => !/\sintegrity=/.test(script))) return -5;
  return scripts.some(([script]) => /\sintegrity=/.test(script)) ? 5 : 0;
}

function framing({ headers }: Scanned): number {
  if (directives(headers).has("frame-ancestors")) return 5;
  return /^(deny|sameorigin)$/i.test(headers.get("X-Frame-Options") ?? "") ? 0 : -20;
}

function resourcePolicy({ headers }: Scanned): number {
  const policy = headers.get("Cross-Origin-Resource-Policy");
  if (policy === "same-origin" || policy === "same-site") return 10;
  return policy === null || policy === "cross-origin" ? 0 : -5;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
