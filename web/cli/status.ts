import type { Command } from "commander";
import { componentColour, worstStatus } from "../../worker/components/statuses.ts";
import { incidentColours } from "../../worker/incidents/statuses.ts";
import { isRunning, maintenanceColours } from "../../worker/maintenances/statuses.ts";
import type { Schemas } from "../client/client.ts";
import { answered, type Connection, connect } from "./connection.ts";
import { exitCodes } from "./failure.ts";
import { openIncidents, openMaintenances } from "./lists.ts";
import { coloured, count, plain, say, sayJSON } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";

export function addStatusCommand(program: Command): void {
  program
    .command("status")
    .description("Show how the service is doing; takes no API key")
    .addHelpText(
      "after",
      `
Ends with 0 when every component is operational and no incident is open, and with ${exitCodes.trouble} otherwise. With --json: the page's
components, its open incidents, and its maintenances that run or are to come.

Example:
  daymark status --url https://status.example.com || echo "Something is wrong."`,
    )
    .action(status);
}

async function status(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const connection = await connect(options);
  const state = await readState(connection);
  const { components, incidents } = state;
  const well = incidents.length === 0 && components.every((component) => component.status === "Operational");
  process.exitCode = well ? exitCodes.done : exitCodes.trouble;
  if (options.json) return sayJSON({ components, incidents, maintenances: state.maintenances });
  show(connection, state);
}

async function readState({ client }: Connection) {
  const [{ serviceName }, components, incidents, maintenances] = await Promise.all([
    answered(client.GET("/api/public-settings")),
    answered(client.GET("/api/components")),
    openIncidents(client, "public"),
    openMaintenances(client, "public"),
  ]);
  return { serviceName, components, incidents, maintenances };
}

type State = Awaited<ReturnType<typeof readState>>;

function show({ url }: Connection, { serviceName, components, incidents, maintenances }: State): void {
  say(`${plain(serviceName) || url}: ${summary(components, incidents)}`);
  rows(
    "Components",
    components.map(({ name, status }) => ({ status, colour: componentColour(status), name })),
  );
  rows(
    "Open incidents",
    incidents.map(({ name, status, incidentID }) => ({
      status,
      colour: incidentColours[status],
      name,
      more: `${url}/incidents/${incidentID}`,
    })),
  );
  rows(
    "Maintenance",
    maintenances.map(({ name, status, startAt, endAt, maintenanceID }) => ({
      status,
      colour: maintenanceColours[status],
      name,
      more: `${isRunning(status) ? `until ${minute(endAt)}` : `from ${minute(startAt)}`}  ${url}/maintenances/${maintenanceID}`,
    })),
  );
}

function summary(components: Schemas["Component"][], incidents: Schemas["Incident"][]): string {
  const worst = worstStatus(components.map(({ status }) => status));
  const open = incidents.length > 0 ? `${count(incidents.length, "open incident")}` : "";
  if (worst === "Operational") return open || "everything is operational";
  return [coloured(worst, componentColour(worst)), open].filter((part) => part !== "").join(", ");
}

interface Row {
  status: string;
  colour: Parameters<typeof coloured>[1];
  name: string;
  more?: string;
}

/** What a status is of comes last: names may be of any width. */
function rows(heading: string, list: Row[]): void {
  if (list.length === 0) return;
  const width = Math.max(...list.map(({ status }) => status.length));
  say();
  say(heading);
  for (const { status, colour, name, more } of list)
    say(
      [`  ${coloured("●", colour)} ${status.padEnd(width)}`, plain(name), ...(more ? [more] : [])].join("  "),
    );
}

function minute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
