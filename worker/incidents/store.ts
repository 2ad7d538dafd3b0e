import { listed, setComponentStatuses } from "../components/history.ts";
import { Refusal } from "../http/errors.ts";
import type { Notice } from "../notices/assemble.ts";
import { changeNotice } from "../notices/change.ts";
import { changeNoticeUpdate } from "../notices/change-update.ts";
import { deleteNoticeUpdate } from "../notices/delete-update.ts";
import { deleteNotice, openNotice } from "../notices/open.ts";
import type { Page } from "../notices/page.ts";
import type { DeletionOptions, Rules } from "../notices/rules.ts";
import type { Shown } from "../notices/schema.ts";
import { listNotices, readNotice } from "../notices/store.ts";
import type { Db } from "../storage/db.ts";
import type { IncidentStatus } from "./domain.ts";
import { redateFirstChanges } from "./redate.ts";
import { restoreComponents } from "./restore.ts";
import type {
  Incident,
  IncidentChange,
  IncidentUpdate,
  IncidentUpdateChange,
  NewIncident,
} from "./schema.ts";

const rules: Rules = {
  kind: "incident",
  answer: incidentOf,
  answerUpdate: updateOf,
  check({ status, restoreComponents: asked }) {
    if (!asked || status === "Resolved") return;
    const message = "restoreComponents goes with the status Resolved.";
    throw new Refusal(400, message, { errors: [{ path: "restoreComponents", message }] });
  },
  effects: (db, { noticeID, touched, restoresComponents, at, now }) => {
    const change = { at, now, cause: `incident:${noticeID}` };
    return [
      ...(restoresComponents ? restoreComponents(db, noticeID, change, touched) : []),
      ...setComponentStatuses(db, listed(touched), change),
    ];
  },
  redate: redateFirstChanges,
  beforeDeletion: (db, noticeID, options) => {
    const now = new Date().toISOString();
    const change = { at: now, now, cause: `incident:${noticeID}` };
    return options.restoreComponents ? restoreComponents(db, noticeID, change) : [];
  },
};

/** A notice as the pages show it. */
export function incidentShown(notice: Notice): Shown<Incident> {
  const { shortened, componentCount, lastWords } = notice;
  return { ...incidentOf(notice), shortened, componentCount, lastWords };
}

/** A notice in the words of the API. */
function incidentOf(notice: Notice): Incident {
  const { noticeID, name, status, message, components, createdAt, updatedAt, updates } = notice;
  return {
    incidentID: noticeID,
    name,
    status: status as IncidentStatus, // the only statuses that an incident's schemas let in
    message,
    components,
    createdAt,
    updatedAt,
    incidentUpdates: updates.map(updateOf),
  };
}

function updateOf({
  noticeUpdateID,
  noticeID,
  status,
  ...update
}: Notice["updates"][number]): IncidentUpdate {
  // The same statuses as an incident's own.
  return {
    incidentUpdateID: noticeUpdateID,
    incidentID: noticeID,
    incidentStatus: status as IncidentStatus,
    ...update,
  };
}

export async function listIncidents(db: Db, page: Page): Promise<Incident[]> {
  return (await listNotices(db, "incident", page)).map(incidentOf);
}

export async function readIncident(db: Db, incidentID: string): Promise<Incident> {
  return incidentOf(await readNotice(db, "incident", incidentID));
}

export async function openIncident(db: Db, input: NewIncident): Promise<Incident> {
  return incidentOf(await openNotice(db, rules, input));
}

export async function changeIncident(
  db: Db,
  { incidentID, unchangedSince }: { incidentID: string; unchangedSince: string | undefined },
  change: IncidentChange,
): Promise<Incident> {
  return incidentOf(await changeNotice(db, rules, { noticeID: incidentID, unchangedSince }, change));
}

interface IncidentUpdateID {
  incidentID: string;
  incidentUpdateID: string;
  /** The update's `updatedAt` that the change was made on. */
  unchangedSince: string | undefined;
}

export async function changeIncidentUpdate(
  db: Db,
  { incidentID, incidentUpdateID, unchangedSince }: IncidentUpdateID,
  { incidentStatus: status, ...change }: IncidentUpdateChange,
): Promise<IncidentUpdate> {
  const which = { noticeID: incidentID, noticeUpdateID: incidentUpdateID, unchangedSince };
  return updateOf(await changeNoticeUpdate(db, rules, which, { status, ...change }));
}

/** @returns whether it was there */
export function deleteIncidentUpdate(
  db: Db,
  { incidentID, incidentUpdateID, unchangedSince }: IncidentUpdateID,
): Promise<boolean> {
  const which = { noticeID: incidentID, noticeUpdateID: incidentUpdateID, unchangedSince };
  return deleteNoticeUpdate(db, rules, which);
}

export function deleteIncident(db: Db, incidentID: string, options: DeletionOptions): Promise<boolean> {
  return deleteNotice(db, rules, incidentID, options);
}
