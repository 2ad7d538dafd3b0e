import type { StatusColor } from "../../worker/components/domain.ts";
import { incidentColors, openStatuses } from "../../worker/incidents/domain.ts";
import { maintenanceColors, maintenanceStatuses } from "../../worker/maintenances/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { bodyOf } from "./connection.ts";
import { type Query, readAllPages } from "./lists.ts";
import { minuteOf } from "./rows.ts";

type Incident = Schemas["Incident"];
type Maintenance = Schemas["Maintenance"];

export interface Notice<Answer extends Incident | Maintenance = Incident | Maintenance> {
  id: string;
  name: string;
  status: Answer["status"];
  components: Answer["components"];
  time: string;
  updates: { status: string; message: string; createdAt: string }[];
  answer: Answer;
}

interface NoticeFilter<Status> {
  status?: Status;
  /** The earliest `createdAt`, in ISO 8601. */
  since?: string;
}

export interface NoticeKind<Answer extends Incident | Maintenance = Incident | Maintenance> {
  label: string;
  plural: string;
  /** What `list` shows without `--all`, and its message if there is none. */
  shown: string;
  none: string;
  colors: Record<string, StatusColor>;
  openStatuses: readonly Answer["status"][];
  list(client: DaymarkClient, filter: NoticeFilter<Answer["status"]>): Promise<Notice<Answer>[]>;
  read(client: DaymarkClient, id: string): Promise<Notice<Answer>>;
  remove(client: DaymarkClient, id: string, options: { restoreComponents: boolean }): Promise<unknown>;
}

export const incidentKind: NoticeKind<Incident> = {
  label: "incident",
  plural: "incidents",
  shown: "open incidents",
  none: "No incident is open.",
  colors: incidentColors,
  openStatuses,
  list: async (client, filter) => {
    const read = (page: Query) =>
      client.GET("/api/v0/incidents", { params: { query: { ...filter, ...page } } });
    return (await readAllPages<Incident>(read)).map(incidentNotice);
  },
  read: async (client, incidentID) =>
    incidentNotice(
      await bodyOf(client.GET("/api/v0/incidents/{incidentID}", { params: { path: { incidentID } } })),
    ),
  remove: (client, incidentID, { restoreComponents }) => {
    const query = restoreComponents ? { restoreComponents: "true" as const } : {};
    return client.DELETE("/api/v0/incidents/{incidentID}", { params: { path: { incidentID }, query } });
  },
};

export const maintenanceKind: NoticeKind<Maintenance> = {
  label: "maintenance",
  plural: "maintenances",
  shown: "planned and running maintenances",
  none: "No maintenance is planned or running.",
  colors: maintenanceColors,
  openStatuses: maintenanceStatuses.filter((status) => status !== "Completed"),
  list: async (client, filter) => {
    const read = (page: Query) =>
      client.GET("/api/v0/maintenances", { params: { query: { ...filter, ...page } } });
    return (await readAllPages<Maintenance>(read)).map(maintenanceNotice);
  },
  read: async (client, maintenanceID) =>
    maintenanceNotice(
      await bodyOf(
        client.GET("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
      ),
    ),
  remove: (client, maintenanceID) =>
    client.DELETE("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
};

/** Newest first. The API filters by one status, so each status takes a request of its own. */
export async function listByStatus<Answer extends Incident | Maintenance>(
  kind: NoticeKind<Answer>,
  client: DaymarkClient,
  statuses: readonly Answer["status"][],
  { since }: { since?: string } = {},
): Promise<Notice<Answer>[]> {
  const lists = await Promise.all(
    statuses.map((status) => kind.list(client, { status, ...(since !== undefined && { since }) })),
  );
  // A notice whose status changes between two requests is in both lists.
  const byID = new Map(lists.flat().map((notice) => [notice.id, notice]));
  const age = ({ answer: { createdAt }, id }: Notice<Answer>) => `${createdAt}_${id}`;
  return [...byID.values()].sort((one, other) => (age(one) < age(other) ? 1 : -1));
}

function incidentNotice(answer: Incident): Notice<Incident> {
  const { incidentID: id, name, status, components, createdAt, incidentUpdates } = answer;
  const updates = incidentUpdates.map(({ incidentStatus, message, createdAt }) => ({
    status: incidentStatus,
    message,
    createdAt,
  }));
  return { id, name, status, components, time: `since ${minuteOf(createdAt)} UTC`, updates, answer };
}

function maintenanceNotice(answer: Maintenance): Notice<Maintenance> {
  const { maintenanceID: id, name, status, components, startAt, endAt, maintenanceUpdates } = answer;
  const updates = maintenanceUpdates.map(({ maintenanceStatus, message, createdAt }) => ({
    status: maintenanceStatus,
    message,
    createdAt,
  }));
  const time = `${minuteOf(startAt)} to ${minuteOf(endAt)} UTC`;
  return { id, name, status, components, time, updates, answer };
}
