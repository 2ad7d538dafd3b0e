import type { DaymarkClient, Schemas } from "../client/client.ts";

type Incident = Schemas["Incident"];
type Maintenance = Schemas["Maintenance"];

interface Page<T> {
  data?: T[];
  response: Response;
}

interface Query {
  limit: number;
  before?: string;
}

/** An open incident may be older than any number of resolved ones, so that each page has to be looked at. */
async function all<T>(read: (query: Query) => Promise<Page<T>>): Promise<T[]> {
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

export async function openIncidents(client: DaymarkClient, access: "public" | "key"): Promise<Incident[]> {
  const path = access === "key" ? "/api/v0/incidents" : "/api/incidents";
  const incidents = await all<Incident>((query) => client.GET(path, { params: { query } }));
  return incidents.filter(({ status }) => status !== "Resolved");
}

/** Those that are running and those that are to come. */
export async function openMaintenances(
  client: DaymarkClient,
  access: "public" | "key",
): Promise<Maintenance[]> {
  const path = access === "key" ? "/api/v0/maintenances" : "/api/maintenances";
  const maintenances = await all<Maintenance>((query) => client.GET(path, { params: { query } }));
  return maintenances.filter(({ status }) => status !== "Completed");
}
