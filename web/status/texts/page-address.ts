import { languageCodes, languageOf } from "./languages.ts";

/** A value in its one spelling; undefined for what means nothing, or goes without saying. */
type Spell = (value: string) => string | undefined;

const any: Spell = (value) => value;
const oneOf =
  (...values: string[]): Spell =>
  (value) =>
    values.includes(value) ? value : undefined;
const fresh = { fresh: oneOf("1") };
const lang: Record<string, Spell> = {
  lang(code) {
    const language = languageOf(code);
    return language === "en" ? undefined : language;
  },
};
const page = { page: (number: string) => (number === "1" ? undefined : number) };
const month = { month: any, ...page };
/** What has a status or a time that there is not is refused, and so not kept. */
const filter = { since: any, status: any };
const list = { before: any, limit: any, ...filter, ...fresh };

/**
 * Every address that a cache keeps, `*` being an id, and what its query may say. Anything else, and what is so without
 * being said, is no part of the address: it would only split the caches. The language comes last, as in the links.
 */
const meant: Record<string, Record<string, Spell>> = {
  "/": { days: oneOf("30", "60"), ...lang },
  "/history": { ...month, ...lang },
  "/components/*": lang,
  "/(incidents|maintenances)/*": { ...page, ...lang },
  "/subscribe(/asked)?": lang,
  "/index.md": {},
  "/history.md": month,
  "/(incidents|maintenances)/*.md": page,
  "(/components/*)?/history.(rss|atom|json)": {},
  "(/components/*)?/badge(-plain)?.(svg|json)": {},
  "/maintenances.ics": {},
  "/(llms.txt|robots.txt|sitemap.xml)": {},
  "/metrics/*/*.svg": lang,
  "/metrics/*/*/*/*.json": fresh,
  "/logos/[^/]+": {},
  "/api/(components|public-metrics)": { ...filter, ...fresh },
  "/api/public-settings": fresh,
  "/api/components/*/uptime": { days: any, ...fresh },
  "/api/(incidents|maintenances)": list,
  "/api/(components|incidents|maintenances)/*": fresh,
  "/api/public-metrics/*/series": { timeframe: any },
  "/api/v2/.+": fresh,
  "/api/openapi.json": {},
  "/api/docs": lang,
};

const addresses = Object.entries(meant).map(([path, query]) => ({
  is: new RegExp(`^${path.replace(/\.(?!\+)/g, "\\.").replace(/(?<!\])\*/g, "[^/.]+")}$`),
  query: Object.entries(query),
}));

// Every runtime has it; the types of this project, which is for views, are no runtime's.
declare const URLSearchParams: new (search: string) => { get(name: string): string | null };

/** What a request asks for, in the one spelling that decides what it means. */
interface Address {
  /** Path and query: the key of every cache, and all that a route sees of the URL. */
  address: string;
  /** Whether its path was sent like that. Where it was not, nothing is answered there. */
  isNormal: boolean;
}

/** One or more segments of the characters that a URL has unencoded (RFC 3986 §3.3), none of them `.` or `..`. */
const normalPath = /^\/(?:(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+(?:\/(?!$)|$))*$/;

/**
 * @param url as it was sent: `new URL` would resolve dot segments and backslashes before anybody could see them
 * @param method no cache keeps what a method other than GET and HEAD answers, so its query stays whole
 * @returns undefined for a path that has no normal form, also when it is decoded once: there is nothing at such a path
 */
export function addressOf(url: string, method = "GET"): Address | undefined {
  const [, sent = "", search = ""] = /^[^/]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const isNormal = normalPath.test(sent);
  const path = isNormal ? sent : decoded(sent || "/");
  if (!normalPath.test(path)) return undefined;
  // What no cache keeps is asked for as it is, in characters that a header can have.
  const isCached = method === "GET" || method === "HEAD";
  const query =
    (isCached ? spelled(path, search) : undefined) ?? search.replace(/[^!-~]/gu, encodeURIComponent);
  return { address: query ? `${path}?${query}` : path, isNormal };
}

/** The address of a page without its language, as the links to it in other languages begin. */
export function pageAddress(address: string): string {
  const [path = "", search = ""] = address.split("?");
  const query = spelled(path, search.replace(/(^|&)lang=[^&]*/, ""));
  return query ? `${path}?${query}` : path;
}

/** A page's address in each language. */
export function addressesOf(path: string): string[] {
  return languageCodes.map((code) => (code === "en" ? path : `${path}?lang=${code}`));
}

/** The query as far as it means something at that path; undefined where no cache keeps anything. */
function spelled(path: string, search: string): string | undefined {
  const known = addresses.find(({ is }) => is.test(path));
  if (!known) return undefined;
  const sent = new URLSearchParams(search);
  return known.query
    .flatMap(([name, spell]) => {
      const said = sent.get(name);
      const value = said === null ? undefined : spell(said);
      return value === undefined ? [] : `${name}=${encodeURIComponent(value)}`;
    })
    .join("&");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
