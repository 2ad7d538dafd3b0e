// Runs in a process of its own, because this client's HTTP library fails beside another version of itself.
import { StatusPageClient } from "@aero/statuspage";

const [url = "", method = "", argument = "null"] = process.argv.slice(2);
const client = new StatusPageClient(url);
const methods: Record<string, (argument: never) => Promise<unknown>> = {
  summary: () => client.summary(),
  status: () => client.status(),
  components: () => client.components(),
  incidents: (unresolved: boolean) => client.incidents(unresolved),
  maintenances: (type: number) => client.maintenances(type),
};
console.log(JSON.stringify(await methods[method]?.(JSON.parse(argument) as never))); // The test passes the right type.
