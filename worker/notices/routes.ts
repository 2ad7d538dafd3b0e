import { type Context, Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { page, paginate, paginated, withOneExtra } from "../http/pagination.ts";
import { json } from "../http/rendered.ts";
import { changes, creates, deletes, writeDb } from "../http/write.ts";
import { incidentAPI } from "../incidents/api.ts";
import { maintenanceAPI } from "../maintenances/api.ts";
import { call } from "../openapi/call.ts";
import type { Access } from "../sign-in/access.ts";
import { limitCreations } from "../sign-in/limit-creations.ts";
import { changeNotice } from "./change.ts";
import { changeNoticeUpdate, updateNotFound } from "./change-update.ts";
import { createNotice } from "./create.ts";
import { deleteNotice, deleteNoticeUpdate } from "./delete.ts";
import {
  appendsUpdate,
  type NewNotice,
  type NoticeChange,
  type NoticeKind,
  noticePath,
  noticeStatuses,
} from "./domain.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import type { noticeOperations } from "./operations.ts";
import { listNotices, readNotice } from "./store.ts";
import { answerOf, updateAnswerOf, updateChangeOf } from "./wire.ts";

interface NoticeAPI<Kind extends NoticeKind, New, Change, UpdateChange> {
  kind: Kind;
  behavior: KindBehavior;
  operations: ReturnType<typeof noticeOperations>;
  NewNotice: New;
  Change: Change;
  UpdateChange: UpdateChange;
  Answer: z.ZodType;
  Update: z.ZodType;
}

export const incidentRoutes = noticeRoutes(incidentAPI);
export const maintenanceRoutes = noticeRoutes(maintenanceAPI);

/** Not exported, because TypeScript can't write down the type of its routes before `Kind` is known. */
function noticeRoutes<
  Kind extends NoticeKind,
  New extends z.ZodType<NewNotice>,
  Change extends z.ZodType<NoticeChange>,
  UpdateChange extends z.ZodType<object>,
>(api: NoticeAPI<Kind, New, Change, UpdateChange>) {
  const { kind, behavior, operations, Answer, Update } = api;
  const statuses = noticeStatuses[kind];
  const notice = `/:${kind}ID` as const;
  const update = `/:${kind}ID/${kind}updates/:${kind}UpdateID` as const;

  function which(c: Context<AppEnv>) {
    const { [`${kind}ID`]: noticeID = "", [`${kind}UpdateID`]: noticeUpdateID = "" } = c.req.param();
    return { noticeID, noticeUpdateID, unchangedSince: c.var.unchangedSince };
  }

  async function current(c: Context<AppEnv>) {
    return answerOf(kind, await readNotice(c.var.db, kind, which(c).noticeID));
  }

  async function currentUpdate(c: Context<AppEnv>) {
    const { noticeID, noticeUpdateID } = which(c);
    const { updates } = await readNotice(c.var.db, kind, noticeID);
    const found = updates.find((each) => each.noticeUpdateID === noticeUpdateID);
    if (!found) throw updateNotFound(kind);
    return updateAnswerOf(kind, found);
  }

  return ({ read, mayWrite }: Access) =>
    new Hono<AppEnv>()
      .get(
        "/",
        call(operations.list, { 200: z.array(Answer) }, paginated(statuses)),
        read({ clock: "day" }, async (c) => {
          const asked = page(c, statuses);
          const listed = await listNotices(c.var.db, kind, withOneExtra(asked));
          const { shown, headers } = paginate(c, asked, listed);
          return json(
            shown.map((each) => answerOf(kind, each)),
            headers,
          );
        }),
      )
      .post(
        "/",
        mayWrite,
        body(api.NewNotice),
        ...creates(["public", "mail"], {
          idField: `${kind}ID`,
          read: async (db, id) => answerOf(kind, await readNotice(db, kind, id)),
        }),
        call(operations.create, { 201: Answer }, { refuses: [409] }),
        async (c) => {
          const opened = await createNotice(writeDb(c), behavior, c.req.valid("json"));
          return c.json(answerOf(kind, opened), 201);
        },
      )
      .get(
        notice,
        call(operations.get, { 200: Answer }, { refuses: [404] }),
        read({ clock: "day", item: true }, async (c) => json(await current(c))),
      )
      .patch(
        notice,
        mayWrite,
        body(api.Change),
        ...changes(["public", "mail"], current),
        call(operations.update, { 200: Answer }),
        async (c) => {
          const change = c.req.valid("json");
          if (appendsUpdate(change)) await limitCreations(c);
          const changed = await changeNotice(writeDb(c), behavior, which(c), change);
          return c.json(answerOf(kind, changed), 200);
        },
      )
      .patch(
        update,
        mayWrite,
        body(api.UpdateChange),
        ...changes(["public"], currentUpdate),
        call(operations.editUpdate, { 200: Update }),
        async (c) => {
          const change = updateChangeOf(kind, c.req.valid("json"));
          const changed = await changeNoticeUpdate(writeDb(c), behavior, which(c), change);
          return c.json(updateAnswerOf(kind, changed), 200);
        },
      )
      .delete(
        update,
        mayWrite,
        ...deletes(["public"], { read: currentUpdate, page: "no page" }),
        call(operations.deleteUpdate, { 204: null }, { refuses: [409] }),
        async (c) => {
          await deleteNoticeUpdate(writeDb(c), behavior, which(c));
          return c.body(null, 204);
        },
      )
      .delete(
        notice,
        mayWrite,
        ...deletes(["public"], { read: current, page: (c) => noticePath({ kind, ...which(c) }) }),
        call(operations.delete, { 204: null }, behavior.deletion.description),
        async (c) => {
          await deleteNotice(writeDb(c), behavior, which(c), c.req.query());
          return c.body(null, 204);
        },
      );
}
