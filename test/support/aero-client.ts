// Asks a status page as a program of its own does: this client's HTTP library bears no other version of itself beside it.
import { StatusPageClient } from "@aero/statuspage";

const [url = "", call = "", argument = "null"] = process.argv.slice(2);
const client = new StatusPageClient(url);
const calls: Record<string, (argument: never) => Promise<unknown>> = {
  summary: () => client.summary(),
  status: () => client.status(),
  components: () => client.components(),
  incidents: (unresolved: boolean) => client.incidents(unresolved),
  maintenances: (type: number) => client.maintenances(type),
};
console.log(JSON.stringify(await calls[call]?.(JSON.parse(argument) as never))); // as the test has written it
