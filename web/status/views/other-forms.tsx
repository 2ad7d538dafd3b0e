import { FeedLinks } from "./feed-links.tsx";
import { useVisit } from "./language.tsx";

/** Where programs find the page's feeds, and the page itself as Markdown. */
export function OtherForms() {
  const [page = ""] = useVisit().address.split("?");
  const markdown = page === "/" ? "/index.md" : /^\/(incidents|maintenances)\//.test(page) && `${page}.md`;
  return (
    <>
      <FeedLinks />
      {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
    </>
  );
}
