import { languageOf } from "../texts/languages.ts";
import { hasPageAddress, pageAddress } from "../texts/page-address.ts";

// The query parameters that mean something to the Worker. The rest would only split the cache in front of it.
const DEFINED = new Set([
  ...["before", "cursor", "days", "filters", "fresh", "lang", "limit", "month", "timeframe", "type"],
]);

/** Hands every path that is not a static file to the Worker, so that visitors see one origin. */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = ({ env, request }) => {
  const url = new URL(request.url);
  if (hasPageAddress(url)) return env.DAYMARK.fetch(new Request(new URL(pageAddress(url), url), request));
  for (const name of [...url.searchParams.keys()]) if (!DEFINED.has(name)) url.searchParams.delete(name);
  if (languageOf(url.searchParams.get("lang") ?? undefined) === "en") url.searchParams.delete("lang");
  url.searchParams.sort();
  return env.DAYMARK.fetch(new Request(url, request));
};
