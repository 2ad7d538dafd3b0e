interface Page<T> {
  data?: T[];
  response: Response;
}

interface Query {
  limit: number;
  before?: string;
}

/** What is open may be older than any number of things that are over, so that each page has to be looked at. */
export async function wholeList<T>(read: (query: Query) => Promise<Page<T>>): Promise<T[]> {
  const list: T[] = [];
  let query: Query | undefined = { limit: 100 };
  while (query) {
    const { data = [], response }: Page<T> = await read(query);
    list.push(...data);
    const [, next] = /<([^>]*)>; rel="next"/.exec(response.headers.get("Link") ?? "") ?? [];
    const before = next && new URL(next, "http://daymark").searchParams.get("before");
    query = before ? { limit: 100, before } : undefined;
  }
  return list;
}
