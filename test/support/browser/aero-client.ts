// Runs in a process of its own, because this client's HTTP library fails beside another version of itself.
import { StatusPageClient } from "@aero/statuspage";
import type { AeroCall } from "./aero.ts";

const [url = "", calls = "[]"] = process.argv.slice(2);
const methods: Record<string, (client: StatusPageClient, argument: never) => Promise<unknown>> = {
  summary: (client) => client.summary(),
  status: (client) => client.status(),
  components: (client) => client.components(),
  incidents: (client, unresolved: boolean) => client.incidents(unresolved),
  maintenances: (client, type: number) => client.maintenances(type),
};
const results = (JSON.parse(calls) as AeroCall[]).map(
  // A client can't make two calls. The test passes the argument's type.
  ([method, argument]) => methods[method]?.(new StatusPageClient(url), argument as never),
);
console.log(JSON.stringify(await Promise.all(results)));
