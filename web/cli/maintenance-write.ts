import type { Command } from "commander";
import { maintenanceStatuses, runningStatuses } from "../../worker/maintenances/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { findCandidate } from "./candidates.ts";
import { CommandError } from "./command-error.ts";
import { type ComponentChange, printChanges, withComponentChanges } from "./component-changes.ts";
import { bodyOf, type Connection, connectWithKey, ifMatch } from "./connection.ts";
import { statusOf } from "./names.ts";
import { listByStatus, maintenanceKind } from "./notice-kinds.ts";
import {
  announcement,
  componentChanges,
  instantOf,
  type NoticeOptions,
  namedComponents,
} from "./notice-options.ts";
import { plain, print, printJSON } from "./output.ts";
import { minuteOf } from "./rows.ts";

type Maintenance = Schemas["Maintenance"];

interface MaintenanceOptions extends NoticeOptions {
  start?: string;
  end?: string;
}

export async function schedule(name: string, _: MaintenanceOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<MaintenanceOptions & { start: string; end: string }>();
  const startAt = instantOf("--start", options.start);
  const endAt = instantOf("--end", options.end);
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options, "Under Maintenance");
  const body = {
    ...{ name, status: "Scheduled" as const, startAt, endAt },
    ...(await announcement(options)),
    components: componentChanges(named),
  };
  const maintenance = await bodyOf(connection.client.POST("/api/v0/maintenances", { body }));
  if (options.json) return printJSON(maintenance);
  printResult(connection, "Scheduled", maintenance);
}

export async function update(
  nameOrID: string | undefined,
  _: MaintenanceOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<MaintenanceOptions>();
  const { status, message, component, start, end } = options;
  if ([status, message, component, start, end].every((option) => option === undefined))
    throw new CommandError(
      "usage",
      "Nothing to change. Pass --status, --message, --component, --start or --end.",
    );
  const fields = {
    ...(status !== undefined && { status: statusOf("maintenance status", maintenanceStatuses, status) }),
    ...(start !== undefined && { startAt: instantOf("--start", start) }),
    ...(end !== undefined && { endAt: instantOf("--end", end) }),
  };
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options, "Under Maintenance");
  const { answer } = await find(connection.client, nameOrID, anyOpen);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(named) }),
  };
  const { notice: maintenance, changes } = await change(connection.client, answer, body);
  if (options.json) return printJSON(maintenance);
  printResult(connection, "Updated", maintenance, changes);
}

const anyOpen: Search = {
  none: maintenanceKind.none,
  several: "maintenances are planned or running",
  statuses: maintenanceKind.openStatuses,
};

const moves = {
  "In Progress": {
    did: "Started",
    none: "No maintenance is planned.",
    several: "maintenances are planned",
    otherwise: "Under Maintenance" as const,
    already: "is already in progress",
    statuses: ["Scheduled"] as const,
  },
  Completed: {
    did: "Completed",
    none: "No maintenance is running.",
    several: "maintenances are running",
    otherwise: undefined,
    already: "is already completed",
    statuses: runningStatuses,
  },
};

/** Does now what the cron does at the start and at the end. */
export function moveTo(status: keyof typeof moves) {
  return async (nameOrID: string | undefined, _: MaintenanceOptions, command: Command): Promise<void> => {
    const options = command.optsWithGlobals<MaintenanceOptions>();
    const move = moves[status];
    const connection = await connectWithKey(options);
    const named = await namedComponents(connection.client, options, move.otherwise);
    const found = await find(connection.client, nameOrID, move);
    if (found.status === status && options.message === undefined && named.length === 0) {
      // A script that runs this again must not fail.
      return options.json ? printJSON(found.answer) : print(`"${plain(found.name)}" ${move.already}.`);
    }
    const body = { status, ...(await announcement(options)), components: componentChanges(named) };
    const { notice: maintenance, changes } = await change(connection.client, found.answer, body);
    if (options.json) return printJSON(maintenance);
    printResult(connection, move.did, maintenance, changes);
  };
}

interface Search {
  none: string;
  several: string;
  /** The statuses to search when no ID or name is given. */
  statuses: readonly Maintenance["status"][];
}

/** A name is searched among all that are not over, so that starting one twice finds it again. */
async function find(client: DaymarkClient, nameOrID: string | undefined, { statuses, ...words }: Search) {
  const searched = nameOrID === undefined ? statuses : maintenanceKind.openStatuses;
  const candidates = {
    ...words,
    label: "planned or running maintenance",
    list: await listByStatus(maintenanceKind, client, searched),
    read: (id: string) => maintenanceKind.read(client, id),
  };
  return findCandidate(candidates, nameOrID);
}

function change(
  client: DaymarkClient,
  { maintenanceID, updatedAt }: Maintenance,
  body: Schemas["MaintenanceChange"],
) {
  const params = { path: { maintenanceID }, header: ifMatch(updatedAt) };
  return withComponentChanges(client, () =>
    bodyOf(client.PATCH("/api/v0/maintenances/{maintenanceID}", { params, body })),
  );
}

function printResult(
  { url }: Connection,
  did: string,
  maintenance: Maintenance,
  changes: ComponentChange[] = [],
): void {
  const { maintenanceID, name, status, startAt, endAt } = maintenance;
  print(`${did} "${plain(name)}": ${plain(status)}`);
  printChanges(changes);
  print(`  Time  ${minuteOf(startAt)} to ${minuteOf(endAt)} UTC`);
  print(`  ID    ${maintenanceID}`);
  print(`  Page  ${url}/maintenances/${maintenanceID}`);
}
