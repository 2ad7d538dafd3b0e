import { element, xmlDocument } from "../../http/outbound/xml.ts";
import type { Entry, Feed } from "./feed.ts";

export function atom({ title, description, author, pageURL, feedURL, updated, entries }: Feed): string {
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
      element("id", {}, feedURL),
      element("title", { type: "text" }, title),
      element("subtitle", { type: "text" }, description),
      element("updated", {}, updated),
      element("author", {}, element("name", {}, author)),
      element("link", { rel: "self", type: "application/atom+xml", href: feedURL }),
      element("link", { rel: "alternate", type: "text/html", href: pageURL }),
      ...entries.map(entry),
    ),
  );
}

function entry({ url, title, html, published, updated }: Entry) {
  return element(
    "entry",
    {},
    element("id", {}, url),
    element("title", { type: "text" }, title),
    element("published", {}, published),
    element("updated", {}, updated),
    element("link", { rel: "alternate", type: "text/html", href: url }),
    element("content", { type: "html" }, html),
  );
}
