import { MAX_QUERY_CHARACTERS } from "../../../worker/notices/domain.ts";
import { decodeOrKeep } from "../../shared/decode-or-keep.ts";
import { languageCodes, toLanguage } from "../texts/languages.ts";

/** Returns undefined for a value that has no effect or is the default. */
type Normalize = (value: string) => string | undefined;

const any: Normalize = (value) => value;
const allowOnly =
  (...values: string[]): Normalize =>
  (value) =>
    values.includes(value) ? value : undefined;
const fresh = { fresh: allowOnly("1") };
const lang: Record<string, Normalize> = {
  lang(code) {
    const language = toLanguage(code);
    return language === "en" ? undefined : language;
  },
};
/** A form sends the empty values of fields that nobody filled in. */
const chosen: Normalize = (value) => value || undefined;
const words: Normalize = (value) =>
  [...value.trim().replace(/\s+/g, " ")].slice(0, MAX_QUERY_CHARACTERS).join("").trimEnd() || undefined;
/** In minutes, of a time zone: https://en.wikipedia.org/wiki/List_of_UTC_offsets */
const utcOffset: Normalize = (minutes) =>
  /^-?[1-9]\d{1,2}$/.test(minutes) && Number(minutes) % 15 === 0 && Math.abs(Number(minutes) - 60) <= 780
    ? minutes
    : undefined;
const page = { page: (number: string) => (number === "1" ? undefined : number) };
const month = { month: any, ...page };
/** Any value passes: the routes refuse invalid ones, and refusals are not cached. */
const filter = { since: any, status: any };
const noticeFilter = { q: any, componentID: any, month: any, open: any };
const list = { before: any, limit: any, ...filter, ...noticeFilter, ...fresh };

/**
 * Every address that caches store (`*` is an id) with its query parameters. Other parameters and default values are dropped,
 * because they would only split the caches. `lang` comes last, as in links.
 */
const cachedAddresses: Record<string, Record<string, Normalize>> = {
  "/": { days: allowOnly("30", "60"), ...lang },
  "/history": { month: chosen, ...page, componentID: chosen, q: words, ...lang },
  "/(components|groups)/*": lang,
  "/components/*/notices.json": {},
  "/(incidents|maintenances)/*": { ...page, ...lang },
  "/incidents/*/postmortem": lang,
  "/incidents/*/postmortem.md": {},
  "/subscribe(/push|/asked(/(webhook|chat))?)?": lang,
  "/manifest.webmanifest": lang,
  "/index.md": {},
  "/history.md": month,
  "/(incidents|maintenances)/*.md": page,
  "(/(components|groups)/*)?/history.(rss|atom|json)": {},
  "(/(components|groups)/*)?/badge(-plain)?.(svg|json)": {},
  "/maintenances.ics": {},
  "/(llms.txt|robots.txt|sitemap.xml|service-worker.js)": {},
  "/(favicon.ico|apple-touch-icon.png)": {},
  "/metrics/*/*.svg": { utcOffset, ...lang },
  "/metrics/*/*/*/*.json": fresh,
  "/logos/[^/]+": {},
  "/api/(components|groups|public-metrics)": { ...filter, ...fresh },
  "/api/public-settings": fresh,
  "/api/subscribers/push": fresh,
  "/api/sign-in": fresh,
  "/api/(components|groups)/*/uptime": { days: any, ...fresh },
  "/api/(incidents|maintenances)": list,
  "/api/(components|groups|incidents|maintenances)/*": fresh,
  "/api/public-metrics/*/series": { timeframe: any },
  "/api/v2/.+": fresh,
  "/api/openapi.json": {},
  "/api/docs": {},
};

const addresses = Object.entries(cachedAddresses).map(([path, query]) => ({
  is: new RegExp(`^${path.replace(/\.(?!\+)/g, "\\.").replace(/(?<!\])\*/g, "[^/.]+")}$`),
  query: Object.entries(query),
}));

// Every runtime has URLSearchParams, but the types of this project include no runtime.
declare const URLSearchParams: new (search: string) => { get(name: string): string | null };

interface NormalAddress {
  /** Path and query: the key of every cache, and all that routes see of the URL. */
  address: string;
  /** True if the path was sent in this form. Otherwise the request is redirected or gets a 404. */
  isNormal: boolean;
}

/** Segments of unencoded characters (RFC 3986 §3.3), none of them `.` or `..`. */
const normalPath = /^\/(?:(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+(?:\/(?!$)|$))*$/;

/**
 * @param url as it was sent: `new URL` would resolve dot segments and backslashes
 * @param method only responses to GET and HEAD are cached; the query of other methods stays complete
 * @returns undefined for a path without a normal form, even when it is decoded once: nothing exists there
 */
export function normalizeAddress(url: string, method = "GET"): NormalAddress | undefined {
  const [, sent = "", search = ""] = /^[^/]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const isNormal = normalPath.test(sent);
  const path = isNormal ? sent : decodeOrKeep(sent || "/");
  if (!normalPath.test(path)) return undefined;
  // A query that is not normalized is encoded into characters that are valid in a header.
  const isCached = method === "GET" || method === "HEAD";
  const query =
    (isCached ? normalizeQuery(path, search) : undefined) ?? search.replace(/[^!-~]/gu, encodeURIComponent);
  return { address: query ? `${path}?${query}` : path, isNormal };
}

export function addressWithoutLanguage(address: string): string {
  const [path = "", search = ""] = address.split("?");
  const query = normalizeQuery(path, search.replace(/(^|&)lang=[^&]*/, ""));
  return query ? `${path}?${query}` : path;
}

export function addressInEachLanguage(path: string): string[] {
  return languageCodes.map((code) => (code === "en" ? path : `${path}?lang=${code}`));
}

function normalizeQuery(path: string, search: string): string | undefined {
  const address = addresses.find(({ is }) => is.test(path));
  if (!address) return undefined;
  const parameters = new URLSearchParams(search);
  return address.query
    .flatMap(([name, normalize]) => {
      const sentValue = parameters.get(name);
      const value = sentValue === null ? undefined : normalize(sentValue);
      return value === undefined ? [] : `${name}=${encodeURIComponent(value)}`;
    })
    .join("&");
}
