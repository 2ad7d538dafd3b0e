import { type Notice, type NoticeKind, openStatuses, type StatusOf } from "../../../worker/notices/domain.ts";
import { type NoticeResponse, noticeFromResponse } from "../../../worker/notices/wire.ts";
import type { DaymarkClient, Schemas } from "../../client/client.ts";
import { ifMatch, readBody } from "../connection/connection.ts";
import { type Page, type Query, readAllPages } from "../lists.ts";
import { formatMinute } from "../rows.ts";

/** `--json` prints the `response` of the API as it is. */
export interface NoticeWithResponse<Kind extends NoticeKind = NoticeKind> extends Notice {
  response: NoticeResponse<Kind>;
}

interface NoticeFilter<Kind extends NoticeKind> {
  status?: StatusOf<Kind>;
  since?: string;
  q?: string;
  componentID?: string;
  month?: string;
}

type Reply<T> = Promise<{ data?: T }>;

export interface NoticeCalls<Kind extends NoticeKind = NoticeKind> {
  kind: Kind;
  /** Names what `list` shows without `--all`. */
  listLabel: string;
  none: string;
  list(client: DaymarkClient, query: NoticeFilter<Kind> & Query): Promise<Page<NoticeResponse<Kind>>>;
  read(client: DaymarkClient, id: string): Reply<NoticeResponse<Kind>>;
  change(
    client: DaymarkClient,
    id: string,
    change: { header: ReturnType<typeof ifMatch>; body: Changes[Kind] },
  ): Reply<NoticeResponse<Kind>>;
  remove(client: DaymarkClient, id: string, options: { restoreComponents: boolean }): Promise<unknown>;
}

interface Changes {
  incident: Schemas["IncidentChange"];
  maintenance: Schemas["MaintenanceChange"];
}

export const incidentCalls: NoticeCalls<"incident"> = {
  kind: "incident",
  listLabel: "open incidents",
  none: "No incident is open.",
  list: (client, query) => client.GET("/api/v0/incidents", { params: { query } }),
  read: (client, incidentID) =>
    client.GET("/api/v0/incidents/{incidentID}", { params: { path: { incidentID } } }),
  change: (client, incidentID, { header, body }) =>
    client.PATCH("/api/v0/incidents/{incidentID}", { params: { path: { incidentID }, header }, body }),
  remove: (client, incidentID, { restoreComponents }) => {
    const query = restoreComponents ? { restoreComponents: "true" as const } : {};
    return client.DELETE("/api/v0/incidents/{incidentID}", { params: { path: { incidentID }, query } });
  },
};

export const maintenanceCalls: NoticeCalls<"maintenance"> = {
  kind: "maintenance",
  listLabel: "planned and running maintenances",
  none: "No maintenance is planned or running.",
  list: (client, query) => client.GET("/api/v0/maintenances", { params: { query } }),
  read: (client, maintenanceID) =>
    client.GET("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
  change: (client, maintenanceID, { header, body }) =>
    client.PATCH("/api/v0/maintenances/{maintenanceID}", {
      params: { path: { maintenanceID }, header },
      body,
    }),
  remove: (client, maintenanceID, { restoreComponents }) => {
    const query = restoreComponents ? {} : { restoreComponents: "false" as const };
    return client.DELETE("/api/v0/maintenances/{maintenanceID}", {
      params: { path: { maintenanceID }, query },
    });
  },
};

export async function listNotices<Kind extends NoticeKind>(
  { kind, list }: NoticeCalls<Kind>,
  client: DaymarkClient,
  filter: NoticeFilter<Kind> = {},
): Promise<NoticeWithResponse<Kind>[]> {
  const responses = await readAllPages((query) => list(client, { ...filter, ...query }));
  return responses.map((response) => withResponse(kind, response));
}

/** Sends one request for each status, because the API filters by one. The newest notice comes first. */
export async function listByStatus<Kind extends NoticeKind>(
  calls: NoticeCalls<Kind>,
  client: DaymarkClient,
  statuses: readonly StatusOf<Kind>[] = openStatuses[calls.kind],
  filter: Omit<NoticeFilter<Kind>, "status"> = {},
): Promise<NoticeWithResponse<Kind>[]> {
  const lists = await Promise.all(
    statuses.map((status) => listNotices(calls, client, { ...filter, status })),
  );
  // A notice that changes its status between two of the requests is in both lists.
  const byID = new Map(lists.flat().map((notice) => [notice.noticeID, notice]));
  const age = ({ createdAt, noticeID }: Notice) => `${createdAt}_${noticeID}`;
  return [...byID.values()].sort((one, other) => (age(one) < age(other) ? 1 : -1));
}

export async function readNotice<Kind extends NoticeKind>(
  { kind, read }: NoticeCalls<Kind>,
  client: DaymarkClient,
  id: string,
): Promise<NoticeWithResponse<Kind>> {
  return withResponse(kind, await readBody(read(client, id)));
}

export async function changeNotice<Kind extends NoticeKind>(
  { kind, change }: NoticeCalls<Kind>,
  client: DaymarkClient,
  { noticeID, updatedAt }: Notice,
  body: Changes[Kind],
): Promise<NoticeWithResponse<Kind>> {
  return withResponse(kind, await readBody(change(client, noticeID, { header: ifMatch(updatedAt), body })));
}

export function withResponse<Kind extends NoticeKind>(
  kind: Kind,
  response: NoticeResponse<Kind>,
): NoticeWithResponse<Kind> {
  return { ...noticeFromResponse(kind, response), response };
}

export function periodText({ createdAt, startAt, endAt }: Notice): string {
  return startAt !== null && endAt !== null
    ? `${formatMinute(startAt)} to ${formatMinute(endAt)} UTC`
    : `since ${formatMinute(createdAt)} UTC`;
}
