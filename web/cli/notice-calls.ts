import { type Notice, type NoticeKind, openStatuses, type StatusOf } from "../../worker/notices/domain.ts";
import { type NoticeAnswer, noticeOf } from "../../worker/notices/wire.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { bodyOf, ifMatch } from "./connection.ts";
import { type Page, type Query, readAllPages } from "./lists.ts";
import { minuteOf } from "./rows.ts";

/** A notice together with what the API bodyOf, which `--json` prints. */
export interface AnsweredNotice<Kind extends NoticeKind = NoticeKind> extends Notice {
  answer: NoticeAnswer<Kind>;
}

interface NoticeFilter<Kind extends NoticeKind> {
  status?: StatusOf<Kind>;
  /** The earliest `createdAt`, in ISO 8601. */
  since?: string;
}

type Answering<T> = Promise<{ data?: T }>;

/** The calls of one kind, and what commands print where there is nothing to show. */
export interface NoticeCalls<Kind extends NoticeKind = NoticeKind> {
  kind: Kind;
  /** Which of them `list` shows unless it is told to show all, and what it says when there is none. */
  shown: string;
  none: string;
  list(client: DaymarkClient, query: NoticeFilter<Kind> & Query): Promise<Page<NoticeAnswer<Kind>>>;
  read(client: DaymarkClient, id: string): Answering<NoticeAnswer<Kind>>;
  change(
    client: DaymarkClient,
    id: string,
    change: { header: ReturnType<typeof ifMatch>; body: Changes[Kind] },
  ): Answering<NoticeAnswer<Kind>>;
  remove(client: DaymarkClient, id: string, options: { restoreComponents: boolean }): Promise<unknown>;
}

interface Changes {
  incident: Schemas["IncidentChange"];
  maintenance: Schemas["MaintenanceChange"];
}

export const incidentCalls: NoticeCalls<"incident"> = {
  kind: "incident",
  shown: "open incidents",
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
  shown: "planned and running maintenances",
  none: "No maintenance is planned or running.",
  list: (client, query) => client.GET("/api/v0/maintenances", { params: { query } }),
  read: (client, maintenanceID) =>
    client.GET("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
  change: (client, maintenanceID, { header, body }) =>
    client.PATCH("/api/v0/maintenances/{maintenanceID}", {
      params: { path: { maintenanceID }, header },
      body,
    }),
  remove: (client, maintenanceID) =>
    client.DELETE("/api/v0/maintenances/{maintenanceID}", { params: { path: { maintenanceID } } }),
};

/** Newest first. */
export async function listNotices<Kind extends NoticeKind>(
  { kind, list }: NoticeCalls<Kind>,
  client: DaymarkClient,
  filter: NoticeFilter<Kind> = {},
): Promise<AnsweredNotice<Kind>[]> {
  const answers = await readAllPages((query) => list(client, { ...filter, ...query }));
  return answers.map((answer) => answeredNotice(kind, answer));
}

/** Newest first. The API lists one status at a time: one request for each, however many notices have any other. */
export async function listByStatus<Kind extends NoticeKind>(
  calls: NoticeCalls<Kind>,
  client: DaymarkClient,
  statuses: readonly StatusOf<Kind>[] = openStatuses[calls.kind],
  filter: { since?: string } = {},
): Promise<AnsweredNotice<Kind>[]> {
  const lists = await Promise.all(
    statuses.map((status) => listNotices(calls, client, { ...filter, status })),
  );
  // What changes its status between two of the requests is in both lists.
  const byID = new Map(lists.flat().map((notice) => [notice.noticeID, notice]));
  const age = ({ createdAt, noticeID }: Notice) => `${createdAt}_${noticeID}`;
  return [...byID.values()].sort((one, other) => (age(one) < age(other) ? 1 : -1));
}

export async function readNotice<Kind extends NoticeKind>(
  { kind, read }: NoticeCalls<Kind>,
  client: DaymarkClient,
  id: string,
): Promise<AnsweredNotice<Kind>> {
  return answeredNotice(kind, await bodyOf(read(client, id)));
}

/** @param notice as it was read last */
export async function changeNotice<Kind extends NoticeKind>(
  { kind, change }: NoticeCalls<Kind>,
  client: DaymarkClient,
  { noticeID, updatedAt }: Notice,
  body: Changes[Kind],
): Promise<AnsweredNotice<Kind>> {
  return answeredNotice(kind, await bodyOf(change(client, noticeID, { header: ifMatch(updatedAt), body })));
}

export function answeredNotice<Kind extends NoticeKind>(
  kind: Kind,
  answer: NoticeAnswer<Kind>,
): AnsweredNotice<Kind> {
  return { ...noticeOf(kind, answer), answer };
}

/** When it began, or when it is planned. */
export function timeOf({ createdAt, startAt, endAt }: Notice): string {
  return startAt !== null && endAt !== null
    ? `${minuteOf(startAt)} to ${minuteOf(endAt)} UTC`
    : `since ${minuteOf(createdAt)} UTC`;
}
