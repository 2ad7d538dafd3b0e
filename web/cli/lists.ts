import type { DaymarkClient, Schemas } from "../client/client.ts";

interface Page<T> {
  data?: T[];
  response: Response;
}

interface Query {
  limit: number;
  before?: string;
}

/** What is open may be older than any number of things that are over, so that each page has to be looked at. */
async function wholeList<T>(read: (query: Query) => Promise<Page<T>>): Promise<T[]> {
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

/** Past every cache: an incident that was opened a second ago is among them. */
export async function openIncidents(client: DaymarkClient): Promise<Schemas["Incident"][]> {
  const incidents = await wholeList<Schemas["Incident"]>((query) =>
    client.GET("/api/v0/incidents", { params: { query } }),
  );
  return incidents.filter(({ status }) => status !== "Resolved");
}

export async function allMaintenances(client: DaymarkClient): Promise<Schemas["Maintenance"][]> {
  return wholeList((query) => client.GET("/api/v0/maintenances", { params: { query } }));
}
