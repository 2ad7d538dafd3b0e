import type { Feed } from "./feed.ts";

export function jsonFeed({ title, description, author, pageURL, feedURL, entries }: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: pageURL,
    feed_url: feedURL,
    description,
    authors: [{ name: author, url: pageURL }],
    language: "en",
    items: entries.map(({ url, title, html, published, updated }) => ({
      id: url,
      url,
      title,
      content_html: html,
      date_published: published,
      date_modified: updated,
    })),
  });
}
