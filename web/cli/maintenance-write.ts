import type { Command } from "commander";
import { maintenanceStatuses, runningStatuses } from "../../worker/maintenances/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { findCandidate } from "./candidates.ts";
import { type ComponentChange, sayChanges, withComponentChanges } from "./component-changes.ts";
import { answered, type Connection, connectWithKey, ifMatch } from "./connection.ts";
import { Failure } from "./failure.ts";
import { statusOf } from "./names.ts";
import { listByStatus, maintenanceKind } from "./notice-kinds.ts";
import {
  announcement,
  componentChanges,
  instantOf,
  type NoticeOptions,
  namedComponents,
} from "./notice-options.ts";
import { plain, say, sayJSON } from "./output.ts";
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
  const maintenance = await answered(connection.client.POST("/api/v0/maintenances", { body }));
  if (options.json) return sayJSON(maintenance);
  tell(connection, "Scheduled", maintenance);
}

export async function update(
  asked: string | undefined,
  _: MaintenanceOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<MaintenanceOptions>();
  const { status, message, component, start, end } = options;
  if ([status, message, component, start, end].every((option) => option === undefined))
    throw new Failure("usage", "Say what is new: --status, --message, --component, --start or --end.");
  const fields = {
    ...(status !== undefined && { status: statusOf("maintenance status", maintenanceStatuses, status) }),
    ...(start !== undefined && { startAt: instantOf("--start", start) }),
    ...(end !== undefined && { endAt: instantOf("--end", end) }),
  };
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options, "Under Maintenance");
  const { answer } = await find(connection.client, asked, anyOpen);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(named) }),
  };
  const { notice: maintenance, changes } = await change(connection.client, answer, body);
  if (options.json) return sayJSON(maintenance);
  tell(connection, "Updated", maintenance, changes);
}

const anyOpen: Asked = {
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
    already: "is in progress already",
    statuses: ["Scheduled"] as const,
  },
  Completed: {
    did: "Completed",
    none: "No maintenance is running.",
    several: "maintenances are running",
    otherwise: undefined,
    already: "is completed already",
    statuses: runningStatuses,
  },
};

/** What the cron does at the start and at the end, now. */
export function moveTo(status: keyof typeof moves) {
  return async (asked: string | undefined, _: MaintenanceOptions, command: Command): Promise<void> => {
    const options = command.optsWithGlobals<MaintenanceOptions>();
    const move = moves[status];
    const connection = await connectWithKey(options);
    const named = await namedComponents(connection.client, options, move.otherwise);
    const found = await find(connection.client, asked, move);
    if (found.status === status && options.message === undefined && named.length === 0) {
      // Whoever repeats it, a script perhaps, has what was wanted.
      return options.json ? sayJSON(found.answer) : say(`"${plain(found.name)}" ${move.already}.`);
    }
    const body = { status, ...(await announcement(options)), components: componentChanges(named) };
    const { notice: maintenance, changes } = await change(connection.client, found.answer, body);
    if (options.json) return sayJSON(maintenance);
    tell(connection, move.did, maintenance, changes);
  };
}

interface Asked {
  none: string;
  several: string;
  /** Of those that are found without being named. */
  statuses: readonly Maintenance["status"][];
}

/** By name among all that are not over, so that one that runs already is found, too. */
async function find(client: DaymarkClient, asked: string | undefined, { statuses, ...words }: Asked) {
  const searched = asked === undefined ? statuses : maintenanceKind.openStatuses;
  const candidates = {
    ...words,
    label: "planned or running maintenance",
    list: await listByStatus(maintenanceKind, client, searched),
    read: (id: string) => maintenanceKind.read(client, id),
  };
  return findCandidate(candidates, asked);
}

function change(
  client: DaymarkClient,
  { maintenanceID, updatedAt }: Maintenance,
  body: Schemas["MaintenanceChange"],
) {
  const params = { path: { maintenanceID }, header: ifMatch(updatedAt) };
  return withComponentChanges(client, () =>
    answered(client.PATCH("/api/v0/maintenances/{maintenanceID}", { params, body })),
  );
}

function tell(
  { url }: Connection,
  did: string,
  maintenance: Maintenance,
  changes: ComponentChange[] = [],
): void {
  const { maintenanceID, name, status, startAt, endAt } = maintenance;
  say(`${did} "${plain(name)}": ${plain(status)}`);
  sayChanges(changes);
  say(`  Time  ${minuteOf(startAt)} to ${minuteOf(endAt)} UTC`);
  say(`  ID    ${maintenanceID}`);
  say(`  Page  ${url}/maintenances/${maintenanceID}`);
}
