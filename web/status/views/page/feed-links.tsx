import { usePageContext } from "../language.tsx";

const feeds = {
  RSS: { type: "application/rss+xml", file: "history.rss" },
  Atom: { type: "application/atom+xml", file: "history.atom" },
  "JSON Feed": { type: "application/feed+json", file: "history.json" },
};

/** Feed readers look for these in the head. */
export function FeedLinks() {
  return useFeeds().map(({ name, type, href }) => (
    <link key={name} rel="alternate" type={type} title={name} href={href} />
  ));
}

export function FeedList() {
  return (
    <ul className="choices">
      {useFeeds().map(({ name, href }) => (
        <li key={name}>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

/** The pages of components and groups have feeds of their own; every other page has those of the service. */
function useFeeds() {
  const { address } = usePageContext();
  const topic = /^\/(components|groups)\/[^/?]+/.exec(address)?.[0] ?? "";
  return Object.entries(feeds).map(([name, { type, file }]) => ({
    name,
    type,
    href: `${topic}/${file}`,
  }));
}
