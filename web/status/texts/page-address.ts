import { languageOf } from "./languages.ts";

/** What a page's query may say; anything else, and what is so without being said, is no part of its address. */
const meant: Record<string, Record<string, (value: string) => boolean>> = {
  "/": { days: (days) => days === "30" || days === "60" },
  "/history": { month: () => true },
  "/history.md": { month: () => true },
};

interface Asked {
  pathname: string;
  searchParams: { get(name: string): string | null };
}

/** Whether the query of this page is known to the letter, so that no other one can split a cache. */
export function hasPageAddress({ pathname }: Asked): boolean {
  return pathname in meant;
}

/** Path and query of a page as its links have them, in one spelling; the language comes last. */
export function pageAddress({ pathname, searchParams }: Asked): string {
  const query = Object.entries(meant[pathname] ?? {}).flatMap(([name, says]) => {
    const value = searchParams.get(name);
    return value !== null && says(value) ? `${name}=${encodeURIComponent(value)}` : [];
  });
  const language = languageOf(searchParams.get("lang") ?? undefined);
  if (language !== "en") query.push(`lang=${language}`);
  return query.length > 0 ? `${decoded(pathname)}?${query.join("&")}` : decoded(pathname);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
