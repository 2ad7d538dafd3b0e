/** What every feed format tells: RSS, Atom and JSON Feed write down the same. */
export interface Feed {
  title: string;
  description: string;
  /** Whose news this is. */
  author: string;
  /** The page that it is about, and where the feed itself is. */
  pageURL: string;
  feedURL: string;
  updated: string;
  entries: Entry[];
}

/** An incident or a maintenance. */
export interface Entry {
  /** Its page's address, which is its id, too: it stays when all else of it changes. */
  url: string;
  title: string;
  html: string;
  published: string;
  updated: string;
}
