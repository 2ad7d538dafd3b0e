export interface Feed {
  title: string;
  description: string;
  author: string;
  pageURL: string;
  feedURL: string;
  updated: string;
  entries: Entry[];
}

export interface Entry {
  /** The page's address, which is also the entry's ID because it never changes. */
  url: string;
  title: string;
  html: string;
  published: string;
  updated: string;
}
