/** The state of an entry of the browser's history. Unlike the address, it is never sent to a server: it has a person's address. */
export interface SearchState {
  subscriberSearch?: string;
}

export function toSearchState(search: string): SearchState {
  return { subscriberSearch: search };
}
