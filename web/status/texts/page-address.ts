import { languageOf } from "./languages.ts";

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
const month = { month: any, page: (number: string) => (number === "1" ? undefined : number) };
const list = { before: any, limit: any, ...fresh };

/**
 * Every address that a cache keeps, `*` being an id, and what its query may say. Anything else, and what is so without
 * being said, is no part of the address: it would only split the caches. The language comes last, as in the links.
 */
const meant: Record<string, Record<string, Spell>> = {
  "/": { days: oneOf("30", "60"), ...lang },
  "/history": { ...month, ...lang },
  "/(components|incidents|maintenances)/*": lang,
  "/subscribe(/asked)?": lang,
  "/index.md": {},
  "/history.md": month,
  "/(incidents|maintenances)/*.md": {},
  "(/components/*)?/history.(rss|atom|json)": {},
  "(/components/*)?/badge(-plain)?.(svg|json)": {},
  "/maintenances.ics": {},
  "/(llms.txt|robots.txt|sitemap.xml)": {},
  "/metrics/*/*.svg": lang,
  "/metrics/*/*/*/*.json": {},
  "/logos/[^/]+": {},
  "/api/(components|public-metrics|public-settings)": fresh,
  "/api/components/*/uptime": { days: any, ...fresh },
  "/api/(incidents|maintenances)": list,
  "/api/(incidents|maintenances)/*": fresh,
  "/api/public-metrics/*/series": { timeframe: any },
  "/api/v2/.+": fresh,
  "/api/openapi.json": {},
  "/api/docs": lang,
};

const addresses = Object.entries(meant).map(([path, query]) => ({
  is: new RegExp(`^${path.replace(/\.(?!\+)/g, "\\.").replace(/(?<!\])\*/g, "[^/.]+")}$`),
  query: Object.entries(query),
}));

interface Asked {
  pathname: string;
  searchParams: { get(name: string): string | null };
}

/** The query as far as it means something there, in one spelling; undefined for an address that no cache keeps. */
export function queryOf({ pathname, searchParams }: Asked): string | undefined {
  const known = addresses.find(({ is }) => is.test(pathname));
  return known?.query
    .flatMap(([name, spell]) => {
      const said = searchParams.get(name);
      const value = said === null ? undefined : spell(said);
      return value === undefined ? [] : `${name}=${encodeURIComponent(value)}`;
    })
    .join("&");
}

/** Path and query as the links have them, in one spelling. */
export function pageAddress(asked: Asked): string {
  const query = queryOf(asked);
  return query ? `${decoded(asked.pathname)}?${query}` : decoded(asked.pathname);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
