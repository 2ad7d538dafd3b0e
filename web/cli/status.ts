import type { Command } from "commander";
import { componentColor, type StatusColor } from "../../worker/components/domain.ts";
import { noticeColors } from "../../worker/notices/domain.ts";
import { exitCodes } from "./command-error.ts";
import { type Connection, connect, readBody } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { inColor, plain, print, printJSON } from "./output.ts";
import { colorIn, formatMinute, printRows, type Row, stateText } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";
import { setExitCode } from "./shell.ts";

export function addStatusCommand(program: Command): void {
  const status = program
    .command("status")
    .description("Show how the service is doing (needs no API key)")
    .action(showStatus);
  addHelp(status, {
    notes: "With --json it prints /api/v2/summary.json.",
    examples: ['daymark status --url https://status.example.com || echo "Something is wrong."'],
    meanings: {
      done: "Every component is operational and no incident is open",
      trouble: "Something isn't operational, or an incident is open",
    },
  });
}

async function showStatus(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const connection = await connect(options);
  const summary = await readSummary(connection);
  setExitCode(summary.status.indicator === "none" ? exitCodes.done : exitCodes.trouble);
  if (options.json) printJSON(summary);
  else show(connection, summary);
}

function readSummary({ client }: Connection) {
  return readBody(client.GET("/api/v2/summary.json"));
}

type Summary = Awaited<ReturnType<typeof readSummary>>;

const colors: Record<Summary["status"]["indicator"], StatusColor> = {
  none: "green",
  maintenance: "blue",
  minor: "yellow",
  major: "orange",
  critical: "red",
};

function show({ url }: Connection, summary: Summary): void {
  const { page, status, components, incidents, scheduled_maintenances } = summary;
  print(`${plain(page.name) || url}: ${inColor(status.description, colors[status.indicator] ?? "grey")}`);
  section(
    "Components",
    components.map(({ name, status, group_id }) => ({
      ...row(name, status, componentColor),
      isInGroup: group_id !== null,
    })),
  );
  section(
    "Open incidents",
    incidents.map(({ name, status, shortlink }) => ({
      ...row(name, status, (state) => colorIn(noticeColors, state)),
      more: shortlink,
    })),
  );
  section(
    "Maintenance",
    scheduled_maintenances.map(({ name, status, scheduled_for, scheduled_until, shortlink }) => ({
      ...row(name, status, (state) => colorIn(noticeColors, state)),
      more: `${formatMinute(scheduled_for)} to ${formatMinute(scheduled_until)} UTC  ${shortlink}`,
    })),
  );
}

function row(name: string, state: string, toColor: (state: string) => StatusColor): Row {
  const status = stateText(state);
  return { name, status, color: toColor(status) };
}

function section(heading: string, list: Row[]): void {
  if (list.length === 0) return;
  print();
  print(heading);
  printRows(list, "  ");
}
