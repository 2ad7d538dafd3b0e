import { useVisit } from "./language.tsx";

const feeds = {
  RSS: { type: "application/rss+xml", file: "history.rss" },
  Atom: { type: "application/atom+xml", file: "history.atom" },
  "JSON Feed": { type: "application/feed+json", file: "history.json" },
};

/** Where feed readers find the page's feeds: a component's page has its own, any other those of all. */
export function FeedLinks() {
  const { address } = useVisit();
  const component = /^\/components\/[^/?]+/.exec(address)?.[0] ?? "";
  return Object.entries(feeds).map(([name, { type, file }]) => (
    <link key={name} rel="alternate" type={type} title={name} href={`${component}/${file}`} />
  ));
}
