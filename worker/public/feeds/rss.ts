import { element, xmlDocument } from "../../http/outbound/xml.ts";
import type { Entry, Feed } from "./feed.ts";

/** RSS 2.0 has no time of change, so each item has Atom's element for it. */
export function rss({ title, description, pageURL, feedURL, updated, entries }: Feed): string {
  const channel = element(
    "channel",
    {},
    element("title", {}, title),
    element("link", {}, pageURL),
    // Readers parse the channel's description as HTML, like an item's.
    element("description", {}, escapeHTML(description)),
    element("language", {}, "en"),
    element("lastBuildDate", {}, rfc822(updated)),
    element("docs", {}, "https://www.rssboard.org/rss-specification"),
    element("ttl", {}, "5"),
    element("atom:link", { href: feedURL, rel: "self", type: "application/rss+xml" }),
    ...entries.map(item),
  );
  return xmlDocument(
    element("rss", { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" }, channel),
  );
}

function item({ url, title, html, published, updated }: Entry) {
  return element(
    "item",
    {},
    element("title", {}, title),
    element("link", {}, url),
    element("description", {}, html),
    element("guid", { isPermaLink: "true" }, url),
    element("pubDate", {}, rfc822(published)),
    element("atom:updated", {}, updated),
  );
}

function escapeHTML(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function rfc822(iso: string): string {
  return new Date(iso).toUTCString();
}
