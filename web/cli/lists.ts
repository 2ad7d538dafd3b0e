export interface Page<T> {
  data?: T[];
  response: Response;
}

export interface Query {
  limit: number;
  before?: string;
}

export async function readAllPages<T>(read: (query: Query) => Promise<Page<T>>): Promise<T[]> {
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
