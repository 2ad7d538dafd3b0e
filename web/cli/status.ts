import type { Command } from "commander";
import { componentColour, type StatusColour } from "../../worker/components/statuses.ts";
import { incidentColours } from "../../worker/incidents/statuses.ts";
import { maintenanceColours } from "../../worker/maintenances/statuses.ts";
import { answered, type Connection, connect } from "./connection.ts";
import { exitCodes } from "./failure.ts";
import { coloured, plain, say, sayJSON } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";

export function addStatusCommand(program: Command): void {
  program
    .command("status")
    .description("Show how the service is doing; takes no API key")
    .addHelpText(
      "after",
      `
Ends with ${exitCodes.done} when every component is operational and no incident is open, and with ${exitCodes.trouble} otherwise. With --json it
prints /api/v2/summary.json.

Example:
  daymark status --url https://status.example.com || echo "Something is wrong."`,
    )
    .action(status);
}

async function status(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const connection = await connect(options);
  const summary = await readSummary(connection);
  process.exitCode = summary.status.indicator === "none" ? exitCodes.done : exitCodes.trouble;
  if (options.json) sayJSON(summary);
  else show(connection, summary);
}

function readSummary({ client }: Connection) {
  return answered(client.GET("/api/v2/summary.json"));
}

type Summary = Awaited<ReturnType<typeof readSummary>>;

const colours: Record<Summary["status"]["indicator"], StatusColour> = {
  none: "green",
  maintenance: "blue",
  minor: "yellow",
  major: "orange",
  critical: "red",
};

function show({ url }: Connection, summary: Summary): void {
  const { page, status, components, incidents, scheduled_maintenances } = summary;
  say(`${plain(page.name) || url}: ${coloured(status.description, colours[status.indicator] ?? "grey")}`);
  rows(
    "Components",
    components.map(({ name, status }) => ({ name, status: wordsOf(status), colours: componentColour })),
  );
  rows(
    "Open incidents",
    incidents.map(({ name, status, shortlink }) => ({
      name,
      status: wordsOf(status),
      colours: (words) => colourIn(incidentColours, words),
      more: shortlink,
    })),
  );
  rows(
    "Maintenance",
    scheduled_maintenances.map(({ name, status, scheduled_for, scheduled_until, shortlink }) => ({
      name,
      status: wordsOf(status),
      colours: (words) => colourIn(maintenanceColours, words),
      more: `${minute(scheduled_for)} to ${minute(scheduled_until)} UTC  ${shortlink}`,
    })),
  );
}

/** `major_outage`: Major Outage. */
function wordsOf(state: string): string {
  return state.replace(/(^|_)([a-z])/g, (_, before, letter) => (before ? " " : "") + letter.toUpperCase());
}

/** Grey for a status that this version does not know. */
function colourIn(colours: Record<string, StatusColour>, status: string): StatusColour {
  return colours[status] ?? "grey";
}

interface Row {
  status: string;
  colours: (status: string) => StatusColour;
  name: string;
  more?: string;
}

/** Names come after what has a known width: they may be of any script. */
function rows(heading: string, list: Row[]): void {
  if (list.length === 0) return;
  const width = Math.max(...list.map(({ status }) => status.length));
  say();
  say(heading);
  for (const { status, colours, name, more } of list) {
    const parts = [`${coloured("●", colours(status))} ${status.padEnd(width)}`, plain(name), more];
    say(`  ${parts.filter((part) => part !== undefined).join("  ")}`);
  }
}

function minute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
