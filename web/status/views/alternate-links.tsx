import { markdownPath } from "../addresses/markdown-address.ts";
import { usePageContext } from "./language.tsx";
import { FeedLinks } from "./page/feed-links.tsx";

export function AlternateLinks() {
  const [page = "", query] = usePageContext().address.split("?");
  const markdown = markdownPath(page);
  // Only the history's Markdown takes the query.
  const href = page === "/history" && query ? `${markdown}?${query}` : markdown;
  return (
    <>
      <FeedLinks />
      {href && <link rel="alternate" type="text/markdown" href={href} />}
    </>
  );
}
