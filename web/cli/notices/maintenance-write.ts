import type { Command } from "commander";
import {
  noticePath,
  noticeStatuses,
  openStatuses,
  runningStatuses,
  type StatusOf,
} from "../../../worker/notices/domain.ts";
import type { DaymarkClient, Schemas } from "../../client/client.ts";
import { findCandidate } from "../candidates.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, connectWithKey, readBody } from "../connection/connection.ts";
import { parseStatus } from "../names.ts";
import { plain, print, printJSON } from "../output.ts";
import { type ComponentChange, printChanges, withComponentChanges } from "./component-changes.ts";
import {
  changeNotice,
  listByStatus,
  maintenanceCalls,
  type NoticeWithResponse,
  periodText,
  readNotice,
  withResponse,
} from "./notice-calls.ts";
import {
  announcement,
  componentChanges,
  type NoticeOptions,
  namedComponents,
  parseInstant,
  templateFields,
} from "./notice-options.ts";

interface MaintenanceOptions extends NoticeOptions {
  start?: string;
  end?: string;
  template?: string;
  keepComponents?: boolean;
  tell?: boolean;
}

export async function schedule(
  name: string | undefined,
  _: MaintenanceOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<MaintenanceOptions & { start: string; end: string }>();
  const startAt = parseInstant("--start", options.start);
  const endAt = parseInstant("--end", options.end);
  const connection = await connectWithKey(options);
  const components = await namedComponents(connection.client, options, "Under Maintenance");
  const body = {
    ...(await templateFields(connection.client, "maintenance", { ...options, name })),
    status: "Scheduled" as const,
    startAt,
    endAt,
    ...(await announcement(options)),
    components: componentChanges(components),
  };
  const response = await readBody(connection.client.POST("/api/v0/maintenances", { body }));
  if (options.json) return printJSON(response);
  printResult(connection, "Scheduled", withResponse("maintenance", response));
}

export async function update(
  nameOrID: string | undefined,
  _: MaintenanceOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<MaintenanceOptions>();
  const { status, message, component, start, end, tell } = options;
  if ([status, message, component, start, end].every((option) => option === undefined))
    throw new CommandError(
      "usage",
      "Nothing to change. Pass --status, --message, --component, --start or --end.",
    );
  const fields = {
    ...(status !== undefined && {
      status: parseStatus("maintenance status", noticeStatuses.maintenance, status),
    }),
    ...(start !== undefined && { startAt: parseInstant("--start", start) }),
    ...(end !== undefined && { endAt: parseInstant("--end", end) }),
    ...(tell && { tellNewTime: true }),
  };
  const connection = await connectWithKey(options);
  const components = await namedComponents(connection.client, options, "Under Maintenance");
  const before = await find(connection.client, nameOrID, anyOpen);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(components) }),
  };
  const { notice: maintenance, changes } = await change(connection.client, before, body);
  if (options.json) return printJSON(maintenance.response);
  printResult(connection, "Updated", maintenance, changes);
}

const anyOpen: Search = {
  none: maintenanceCalls.none,
  several: "maintenances are planned or running",
  statuses: openStatuses.maintenance,
};

const transitions = {
  "In Progress": {
    did: "Started",
    none: "No maintenance is planned.",
    several: "maintenances are planned",
    defaultStatus: "Under Maintenance" as const,
    already: "is already in progress",
    statuses: ["Scheduled"] as const,
  },
  Completed: {
    did: "Completed",
    none: "No maintenance is running.",
    several: "maintenances are running",
    defaultStatus: undefined,
    already: "is already completed",
    statuses: runningStatuses,
  },
};

/** Does now what the cron does at the start and at the end. */
export function changeStatusTo(status: keyof typeof transitions) {
  return async (nameOrID: string | undefined, _: MaintenanceOptions, command: Command): Promise<void> => {
    const options = command.optsWithGlobals<MaintenanceOptions>();
    const transition = transitions[status];
    const connection = await connectWithKey(options);
    const components = await namedComponents(connection.client, options, transition.defaultStatus);
    const before = await find(connection.client, nameOrID, transition);
    if (before.status === status && options.message === undefined && components.length === 0) {
      // A script that runs this again must not fail.
      return options.json
        ? printJSON(before.response)
        : print(`"${plain(before.name)}" ${transition.already}.`);
    }
    const body = {
      status,
      ...(await announcement(options)),
      components: componentChanges(components),
      ...(options.keepComponents && { restoreComponents: false }),
    };
    const { notice: maintenance, changes } = await change(connection.client, before, body);
    if (options.json) return printJSON(maintenance.response);
    printResult(connection, transition.did, maintenance, changes);
  };
}

interface Search {
  none: string;
  several: string;
  /** The statuses to search when no ID or name is given. */
  statuses: readonly StatusOf<"maintenance">[];
}

/** A name is searched among all open maintenances, so that starting one twice finds it again. */
async function find(client: DaymarkClient, nameOrID: string | undefined, { statuses, ...search }: Search) {
  const searched = nameOrID === undefined ? statuses : openStatuses.maintenance;
  const candidates = {
    ...search,
    label: "planned or running maintenance",
    list: await listByStatus(maintenanceCalls, client, searched),
    read: (id: string) => readNotice(maintenanceCalls, client, id),
  };
  return findCandidate(candidates, nameOrID);
}

function change(client: DaymarkClient, found: NoticeWithResponse, body: Schemas["MaintenanceChange"]) {
  return withComponentChanges(client, () => changeNotice(maintenanceCalls, client, found, body));
}

function printResult(
  { url }: Connection,
  did: string,
  maintenance: NoticeWithResponse,
  changes: ComponentChange[] = [],
): void {
  const { noticeID, name, status } = maintenance;
  print(`${did} "${plain(name)}": ${plain(status)}`);
  printChanges(changes);
  print(`  Time  ${periodText(maintenance)}`);
  print(`  ID    ${noticeID}`);
  print(`  Page  ${url}${noticePath(maintenance)}`);
}
