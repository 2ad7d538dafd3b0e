import type { StatusColour } from "../../worker/components/statuses.ts";
import { incidentColours } from "../../worker/incidents/statuses.ts";
import { maintenanceColours } from "../../worker/maintenances/statuses.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { answered } from "./connection.ts";
import { wholeList } from "./lists.ts";
import { minuteOf } from "./rows.ts";

type Incident = Schemas["Incident"];
type Maintenance = Schemas["Maintenance"];

/** An incident or a maintenance, as the commands that both have look at it. */
export interface Notice<Answer extends Incident | Maintenance = Incident | Maintenance> {
  id: string;
  name: string;
  status: Answer["status"];
  components: Answer["components"];
  /** When it began, or when it is planned. */
  time: string;
  updates: { status: string; message: string; createdAt: string }[];
  /** As the API answers it. */
  answer: Answer;
}

export interface NoticeKind<Answer extends Incident | Maintenance = Incident | Maintenance> {
  /** As in "daymark incident". */
  label: string;
  plural: string;
  /** Which of them `list` shows unless it is told to show all, and what it says when there is none. */
  shown: string;
  none: string;
  colours: Record<string, StatusColour>;
  isOpen(notice: Notice<Answer>): boolean;
  list(client: DaymarkClient): Promise<Notice<Answer>[]>;
  read(client: DaymarkClient, id: string): Promise<Notice<Answer>>;
  remove(client: DaymarkClient, id: string, options: { restoreComponents: boolean }): Promise<unknown>;
}

export const incidentKind: NoticeKind<Incident> = {
  label: "incident",
  plural: "incidents",
  shown: "open incidents",
  none: "No incident is open.",
  colours: incidentColours,
  isOpen: ({ status }) => status !== "Resolved",
  list: async (client) =>
    (await wholeList<Incident>((query) => client.GET("/api/v0/incidents", { params: { query } }))).map(
      incidentNotice,
    ),
  read: async (client, incidentID) =>
    incidentNotice(
      await answered(client.GET("/api/v0/incidents/{incidentID}", { params: { path: { incidentID } } })),
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
  colours: maintenanceColours,
  isOpen: ({ status }) => status !== "Completed",
  list: async (client) =>
    (await wholeList<Maintenance>((query) => client.GET("/api/v0/maintenances", { params: { query } }))).map(
      maintenanceNotice,
    ),
  read: async (client, maintenanceID) =>
    maintenanceNotice(
      await answered(
        client.GET("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
      ),
    ),
  remove: (client, maintenanceID) =>
    client.DELETE("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
};

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
