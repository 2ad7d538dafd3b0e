import { eq, type SQL, sql } from "drizzle-orm";
import { conflict, type HttpError, invalidField, notFound, stateConflict } from "../../http/errors.ts";
import { ABSENT } from "../../http/if-match.ts";
import { queueNotice } from "../../notify/mail/outbox.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { guard, retryOnConflict } from "../../storage/writes/batch-guard.ts";
import { isOpen } from "../domain.ts";
import { isNotice } from "../store.ts";
import { notices } from "../table.ts";
import type { Postmortem, PostmortemChange } from "./schema.ts";
import { postmortems } from "./table.ts";

type Stored = typeof postmortems.$inferSelect;

interface PostmortemVersion {
  noticeID: string;
  unchangedSince: string | undefined;
}

export async function readPostmortem(db: Db, noticeID: string): Promise<Postmortem> {
  const [stored] = await selectPostmortem(db, noticeID);
  if (!stored) throw notFound("write-up");
  return toPostmortem(stored);
}

/**
 * Creates the write-up, or changes the fields in `change`.
 * @throws HttpError 404 for the incident, 400, or 409 if the incident is open or the write-up has changed since `unchangedSince`
 */
export async function savePostmortem(
  db: WriteDb<"public" | "mail">,
  { noticeID, unchangedSince }: PostmortemVersion,
  change: PostmortemChange,
): Promise<Postmortem> {
  return retryOnConflict(async () => {
    const [[incident], [current], settings] = await db.batch([
      db.select({ status: notices.status }).from(notices).where(isNotice("incident", noticeID)),
      selectPostmortem(db, noticeID),
      selectSettings(db),
    ]);
    if (!incident) throw notFound("incident");
    if (unchangedSince !== undefined && unchangedSince !== (current?.updatedAt ?? ABSENT))
      throw current ? conflict(toPostmortem(current)) : notFound("write-up");
    const unpublishes = current?.state === "Published" && change.state === "Draft";
    if (isOpen(incident) && !unpublishes) throw incidentStillOpen();
    const saved = merge(noticeID, current, change);
    const { publishedAt } = saved;
    const notifies =
      change.notifySubscribers === true &&
      saved.notifiedAt === null &&
      settingsOrDefaults(settings).emailEnabled;
    if (notifies) saved.notifiedAt = saved.updatedAt;
    await db.batch([
      guard(db, isUnchanged(noticeID, incident, current)),
      db.insert(postmortems).values(saved).onConflictDoUpdate({ target: postmortems.noticeID, set: saved }),
      db
        .update(notices)
        .set({ postmortemPublishedAt: publishedAt })
        .where(
          sql`${eq(notices.noticeID, noticeID)} AND ${notices.postmortemPublishedAt} IS NOT ${publishedAt}`,
        ),
      ...(notifies && publishedAt !== null ? queueMail(db, saved, publishedAt) : []),
    ]);
    return toPostmortem(saved);
  });
}

/**
 * Succeeds if there is no write-up.
 * @throws HttpError 409 if it has changed since `unchangedSince`
 */
export async function deletePostmortem(
  db: WriteDb<"public">,
  { noticeID, unchangedSince }: PostmortemVersion,
): Promise<void> {
  const condition = eq(postmortems.noticeID, noticeID);
  const deletion = db.batch([
    guardUnchanged(db, { table: postmortems, condition, unchangedSince }),
    db.delete(postmortems).where(condition),
    db
      .update(notices)
      .set({ postmortemPublishedAt: null })
      .where(sql`${eq(notices.noticeID, noticeID)} AND ${notices.postmortemPublishedAt} IS NOT NULL`),
  ]);
  await requireUnchanged(deletion, () => readPostmortem(db, noticeID));
}

function merge(noticeID: string, current: Stored | undefined, change: PostmortemChange): Stored {
  const now = timestampAfter(current?.updatedAt);
  const created = {
    postmortemID: newID(),
    body: "",
    state: "Draft",
    notifiedAt: null,
    createdAt: now,
  } as const;
  const { body = "", state = "Draft" } = { ...created, ...current, ...definedFields(change) };
  const isPublished = state === "Published";
  if (isPublished && body === "") throw invalidField("body", "Write something before you publish it.");
  if (change.notifySubscribers && !isPublished)
    throw invalidField("notifySubscribers", "notifySubscribers is allowed only with the state Published.");
  return {
    ...created,
    ...current,
    noticeID,
    body,
    state,
    updatedAt: now,
    publishedAt: isPublished ? (current?.publishedAt ?? now) : null,
    notifiedAt: isPublished ? (current?.notifiedAt ?? null) : null,
  };
}

function queueMail(db: WriteDb<"mail">, { noticeID, postmortemID, body }: Stored, publishedAt: string) {
  const posted = { noticeID, noticeUpdateID: postmortemID, first: false, status: "Resolved" } as const;
  return queueNotice(db, { ...posted, message: body, postedAt: publishedAt, isPostmortem: true });
}

function definedFields({ body, state }: PostmortemChange) {
  return { ...(body !== undefined && { body }), ...(state !== undefined && { state }) };
}

function isUnchanged(noticeID: string, { status }: { status: string }, current: Stored | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.noticeID} = ${noticeID} AND ${notices.status} = ${status})
    AND (SELECT ${postmortems.updatedAt} FROM ${postmortems} WHERE ${postmortems.noticeID} = ${noticeID})
      IS ${current?.updatedAt ?? null}`;
}

function selectPostmortem(db: Db, noticeID: string) {
  return db.select().from(postmortems).where(eq(postmortems.noticeID, noticeID));
}

function toPostmortem({ noticeID, postmortemID: _, ...stored }: Stored): Postmortem {
  const { body, state, publishedAt, notifiedAt, createdAt, updatedAt } = stored;
  return { incidentID: noticeID, body, state, publishedAt, notifiedAt, createdAt, updatedAt };
}

function incidentStillOpen(): HttpError {
  return stateConflict(
    "This incident is still open, so it can't have a write-up yet. Nothing was saved. Resolve the incident first.",
  );
}
