import { markdownPath } from "../texts/markdown-address.ts";
import { FeedLinks } from "./feed-links.tsx";
import { useVisit } from "./language.tsx";

/** Where programs find the page's feeds, and the page itself as Markdown. */
export function AlternateLinks() {
  const [page = "", query] = useVisit().address.split("?");
  const markdown = markdownPath(page);
  // A month is one of these, too; for how many days there are bars is not.
  const href = page === "/history" && query ? `${markdown}?${query}` : markdown;
  return (
    <>
      <FeedLinks />
      {href && <link rel="alternate" type="text/markdown" href={href} />}
    </>
  );
}
