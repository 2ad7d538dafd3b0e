import type { Notice, NoticeKind, NoticeUpdate, NoticeUpdateChange } from "./domain.ts";
import type { Incident, IncidentUpdate } from "./incident/schema.ts";
import type { Maintenance, MaintenanceUpdate } from "./maintenance/schema.ts";

// Only this file knows that the API names fields after the kind, as in `incidentID`. TypeScript can't follow such names, so the casts
// rely on tests that compare every response with the schemas.

interface Responses {
  incident: { notice: Incident; update: IncidentUpdate };
  maintenance: { notice: Maintenance; update: MaintenanceUpdate };
}
export type NoticeResponse<Kind extends NoticeKind = NoticeKind> = Responses[Kind]["notice"];
export type UpdateResponse<Kind extends NoticeKind = NoticeKind> = Responses[Kind]["update"];

export function toResponse<Kind extends NoticeKind>(kind: Kind, notice: Notice): NoticeResponse<Kind> {
  const { noticeID, name, status, message, components, startAt, endAt, createdAt, updatedAt } = notice;
  const { postmortemPublishedAt, isBackfilled } = notice;
  const response = {
    [`${kind}ID`]: noticeID,
    name,
    status,
    message,
    components: components.map(({ currentStatus: _, ...component }) => component),
    ...(startAt !== null && endAt !== null && { startAt, endAt }),
    createdAt,
    updatedAt,
    ...(kind === "incident" && postmortemPublishedAt && { postmortemPublishedAt }),
    ...(isBackfilled && { backfilled: true as const }),
    [`${kind}Updates`]: notice.updates.map((update) => toUpdateResponse(kind, update)),
  };
  return response as object as NoticeResponse<Kind>;
}

export function toUpdateResponse<Kind extends NoticeKind>(
  kind: Kind,
  { noticeUpdateID, noticeID, status, ...update }: NoticeUpdate,
): UpdateResponse<Kind> {
  const response = {
    [`${kind}UpdateID`]: noticeUpdateID,
    [`${kind}ID`]: noticeID,
    [`${kind}Status`]: status,
    ...update,
  };
  return response as object as UpdateResponse<Kind>;
}

export function noticeFromResponse<Kind extends NoticeKind>(
  kind: Kind,
  response: NoticeResponse<Kind>,
): Notice {
  const {
    [`${kind}ID`]: noticeID,
    [`${kind}Updates`]: updates,
    ...fields
  } = response as object as Record<string, unknown>;
  const notice = {
    kind,
    noticeID,
    startAt: null,
    endAt: null,
    ...fields,
    updates: (updates as UpdateResponse<Kind>[]).map((update) => updateFromResponse(kind, update)),
  };
  return notice as object as Notice;
}

export function updateFromResponse<Kind extends NoticeKind>(
  kind: Kind,
  response: UpdateResponse<Kind>,
): NoticeUpdate {
  const {
    [`${kind}UpdateID`]: noticeUpdateID,
    [`${kind}ID`]: noticeID,
    [`${kind}Status`]: status,
    ...update
  } = response as object as Record<string, unknown>;
  return { noticeUpdateID, noticeID, status, ...update } as object as NoticeUpdate;
}

export function updateChangeFromRequest(kind: NoticeKind, change: object): NoticeUpdateChange {
  const { [`${kind}Status`]: status, ...fields } = change as Record<string, unknown>;
  return { status, ...fields } as NoticeUpdateChange;
}
