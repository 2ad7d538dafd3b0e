import { useVisit } from "./language.tsx";

const feeds = {
  RSS: { type: "application/rss+xml", file: "history.rss" },
  Atom: { type: "application/atom+xml", file: "history.atom" },
  "JSON Feed": { type: "application/feed+json", file: "history.json" },
};

/** Where programs find the page's feeds, a component's page having its own, and the page itself as Markdown. */
export function OtherForms() {
  const { address } = useVisit();
  const [page = ""] = address.split("?");
  const component = /^\/components\/[^/]+/.exec(page)?.[0] ?? "";
  const markdown = page === "/" ? "/index.md" : /^\/(incidents|maintenances)\//.test(page) && `${page}.md`;
  return (
    <>
      {Object.entries(feeds).map(([name, { type, file }]) => (
        <link key={name} rel="alternate" type={type} title={name} href={`${component}/${file}`} />
      ))}
      {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
    </>
  );
}
