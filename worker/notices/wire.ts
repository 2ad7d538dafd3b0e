import type { Incident, IncidentUpdate } from "../incidents/schema.ts";
import type { Maintenance, MaintenanceUpdate } from "../maintenances/schema.ts";
import type { Notice, NoticeKind, NoticeUpdate, NoticeUpdateChange } from "./domain.ts";

// The API names each field after its kind, as in `incidentID` and `maintenanceUpdates`. Only this file knows these names: all
// other code, clients included, has one shape for both kinds. Field names are built from the kind, which TypeScript can't
// follow, so the casts below rely on tests that compare every response with the schemas.

interface Answers {
  incident: { notice: Incident; update: IncidentUpdate };
  maintenance: { notice: Maintenance; update: MaintenanceUpdate };
}
export type NoticeAnswer<Kind extends NoticeKind = NoticeKind> = Answers[Kind]["notice"];
export type UpdateAnswer<Kind extends NoticeKind = NoticeKind> = Answers[Kind]["update"];

export function answerOf<Kind extends NoticeKind>(kind: Kind, notice: Notice): NoticeAnswer<Kind> {
  const { noticeID, name, status, message, components, startAt, endAt, createdAt, updatedAt } = notice;
  const answer = {
    [`${kind}ID`]: noticeID,
    ...{ name, status, message, components },
    ...(startAt !== null && endAt !== null && { startAt, endAt }),
    ...{ createdAt, updatedAt },
    [`${kind}Updates`]: notice.updates.map((update) => updateAnswerOf(kind, update)),
  };
  return answer as object as NoticeAnswer<Kind>; // as said above
}

export function updateAnswerOf<Kind extends NoticeKind>(
  kind: Kind,
  { noticeUpdateID, noticeID, status, ...update }: NoticeUpdate,
): UpdateAnswer<Kind> {
  const answer = {
    [`${kind}UpdateID`]: noticeUpdateID,
    [`${kind}ID`]: noticeID,
    [`${kind}Status`]: status,
    ...update,
  };
  return answer as object as UpdateAnswer<Kind>; // as said above
}

export function noticeOf<Kind extends NoticeKind>(kind: Kind, answer: NoticeAnswer<Kind>): Notice {
  const {
    [`${kind}ID`]: noticeID,
    [`${kind}Updates`]: updates,
    ...notice
  } = answer as object as Record<string, unknown>;
  const read = {
    ...{ kind, noticeID, startAt: null, endAt: null },
    ...notice,
    updates: (updates as UpdateAnswer<Kind>[]).map((update) => updateOf(kind, update)),
  };
  return read as object as Notice; // as said above
}

function updateOf<Kind extends NoticeKind>(kind: Kind, answer: UpdateAnswer<Kind>): NoticeUpdate {
  const {
    [`${kind}UpdateID`]: noticeUpdateID,
    [`${kind}ID`]: noticeID,
    [`${kind}Status`]: status,
    ...update
  } = answer as object as Record<string, unknown>;
  return { noticeUpdateID, noticeID, status, ...update } as object as NoticeUpdate; // as said above
}

export function updateChangeOf(kind: NoticeKind, change: object): NoticeUpdateChange {
  const { [`${kind}Status`]: status, ...fields } = change as Record<string, unknown>;
  return { status, ...fields } as NoticeUpdateChange; // as said above
}
