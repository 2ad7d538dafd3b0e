import { type Context, Hono } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call } from "../http/call.ts";
import { invalidField } from "../http/errors.ts";
import type { Access } from "../writes/access.ts";
import { limitCreations } from "../writes/limit-creations.ts";
import { changes, creates, deletes, writeDb } from "../writes/write.ts";
import { appendsUpdate, type NewNotice, type NoticeChange, type NoticeKind, noticePath } from "./domain.ts";
import { incidentAPI } from "./incident/api.ts";
import { maintenanceAPI } from "./maintenance/api.ts";
import type { noticeOperations } from "./operations.ts";
import { postmortemPath } from "./postmortem/domain.ts";
import { incidentReads, maintenanceReads } from "./read-routes.ts";
import { readNotice } from "./store.ts";
import { toResponse, toUpdateResponse, updateChangeFromRequest } from "./wire.ts";
import { changeNotice } from "./writes/change.ts";
import { changeNoticeUpdate, updateNotFound } from "./writes/change-update.ts";
import { createNotice } from "./writes/create.ts";
import { deleteNotice, deleteNoticeUpdate } from "./writes/delete.ts";
import type { KindBehavior } from "./writes/kind-behavior.ts";

interface NoticeAPI<Kind extends NoticeKind, New, Change, UpdateChange> {
  kind: Kind;
  behavior: KindBehavior;
  operations: ReturnType<typeof noticeOperations>;
  NewNotice: New;
  Change: Change;
  UpdateChange: UpdateChange;
  NoticeSchema: z.ZodType;
  Update: z.ZodType;
}

export const incidentRoutes = (access: Access) =>
  new Hono<AppEnv>().route("/", incidentReads(access.read)).route("/", incidentWrites(access));

export const maintenanceRoutes = (access: Access) =>
  new Hono<AppEnv>().route("/", maintenanceReads(access.read)).route("/", maintenanceWrites(access));

const incidentWrites = noticeWrites(incidentAPI);
const maintenanceWrites = noticeWrites(maintenanceAPI);

/** It is not exported, because TypeScript can't write down the type of its routes before `Kind` is known. */
function noticeWrites<
  Kind extends NoticeKind,
  New extends z.ZodType<NewNotice>,
  Change extends z.ZodType<NoticeChange>,
  UpdateChange extends z.ZodType<object>,
>(api: NoticeAPI<Kind, New, Change, UpdateChange>) {
  return (access: Access) =>
    new Hono<AppEnv>()
      .route("/", creationRoutes(api, access))
      .route("/", itemRoutes(api, access))
      .route("/", updateRoutes(api, access));
}

function creationRoutes<
  Kind extends NoticeKind,
  New extends z.ZodType<NewNotice>,
  Change extends z.ZodType<NoticeChange>,
  UpdateChange extends z.ZodType<object>,
>(api: NoticeAPI<Kind, New, Change, UpdateChange>, { mayWrite, undo }: Access) {
  const { kind, behavior, operations, NoticeSchema } = api;
  return new Hono<AppEnv>().post(
    "/",
    mayWrite,
    body(api.NewNotice),
    ...creates(kind, ["public", "mail"], {
      idField: `${kind}ID`,
      read: async (db, id) => toResponse(kind, await readNotice(db, kind, id)),
    }),
    undo,
    call(operations.create, { 201: NoticeSchema }, { errorStatuses: [409] }),
    async (c) => {
      const opened = await createNotice(writeDb(c), behavior, c.req.valid("json"), { undo: c.var.undo });
      return c.json(toResponse(kind, opened), 201);
    },
  );
}

function itemRoutes<
  Kind extends NoticeKind,
  New extends z.ZodType<NewNotice>,
  Change extends z.ZodType<NoticeChange>,
  UpdateChange extends z.ZodType<object>,
>(api: NoticeAPI<Kind, New, Change, UpdateChange>, { mayWrite, undo }: Access) {
  const { kind, behavior, operations, NoticeSchema } = api;
  const notice = `/:${kind}ID` as const;
  const current = async (c: Context<AppEnv>) =>
    toResponse(kind, await readNotice(c.var.db, kind, noticeTarget(kind, c).noticeID));
  return new Hono<AppEnv>()
    .patch(
      notice,
      mayWrite,
      body(api.Change),
      ...changes(kind, ["public", "mail"], current),
      undo,
      call(operations.update, { 200: NoticeSchema }),
      async (c) => {
        const change = c.req.valid("json");
        if (appendsUpdate(change)) await limitCreations(c);
        const notice = await changeNotice(writeDb(c), behavior, noticeTarget(kind, c), change, {
          undo: c.var.undo,
        });
        return c.json(toResponse(kind, notice), 200);
      },
    )
    .delete(
      notice,
      mayWrite,
      ...deletes(kind, ["public", "mail"], {
        read: current,
        pages: (c) => noticePages(kind, noticeTarget(kind, c).noticeID),
      }),
      undo,
      call(operations.delete, { 204: null }, restoreParameter(behavior)),
      async (c) => {
        const { restoreComponents } = c.req.query();
        const restores = optionalFlag("restoreComponents", restoreComponents);
        await deleteNotice(
          writeDb(c),
          behavior,
          noticeTarget(kind, c),
          { restoreComponents: restores },
          c.var.undo,
        );
        return c.body(null, 204);
      },
    );
}

function updateRoutes<
  Kind extends NoticeKind,
  New extends z.ZodType<NewNotice>,
  Change extends z.ZodType<NoticeChange>,
  UpdateChange extends z.ZodType<object>,
>(api: NoticeAPI<Kind, New, Change, UpdateChange>, { mayWrite, undo }: Access) {
  const { kind, behavior, operations, Update } = api;
  const update = `/:${kind}ID/${kind}updates/:${kind}UpdateID` as const;

  async function current(c: Context<AppEnv>) {
    const { noticeID, noticeUpdateID } = noticeTarget(kind, c);
    const { updates } = await readNotice(c.var.db, kind, noticeID);
    const noticeUpdate = updates.find((each) => each.noticeUpdateID === noticeUpdateID);
    if (!noticeUpdate) throw updateNotFound(kind);
    return toUpdateResponse(kind, noticeUpdate);
  }

  return new Hono<AppEnv>()
    .patch(
      update,
      mayWrite,
      body(api.UpdateChange),
      ...changes(kind, ["public", "mail"], current),
      undo,
      call(operations.editUpdate, { 200: Update }),
      async (c) => {
        const change = updateChangeFromRequest(kind, c.req.valid("json"));
        const noticeUpdate = await changeNoticeUpdate(
          writeDb(c),
          behavior,
          noticeTarget(kind, c),
          change,
          c.var.undo,
        );
        return c.json(toUpdateResponse(kind, noticeUpdate), 200);
      },
    )
    .delete(
      update,
      mayWrite,
      ...deletes(kind, ["public", "mail"], { read: current, pages: () => [], action: "changed" }),
      undo,
      call(operations.deleteUpdate, { 204: null }, { errorStatuses: [409] }),
      async (c) => {
        await deleteNoticeUpdate(writeDb(c), behavior, noticeTarget(kind, c), c.var.undo);
        return c.body(null, 204);
      },
    );
}

function noticeTarget(kind: NoticeKind, c: Context<AppEnv>) {
  const { [`${kind}ID`]: noticeID = "", [`${kind}UpdateID`]: noticeUpdateID = "" } = c.req.param();
  return { noticeID, noticeUpdateID, unchangedSince: c.var.unchangedSince };
}

function noticePages(kind: NoticeKind, noticeID: string): string[] {
  const page = noticePath({ kind, noticeID });
  return kind === "incident" ? [page, postmortemPath(noticeID)] : [page];
}

function restoreParameter({ deletion }: KindBehavior) {
  const schema = { type: "string" as const, enum: ["true", "false"] };
  const { description } = deletion;
  return {
    parameters: [{ name: "restoreComponents", in: "query" as const, description, schema }],
    errorStatuses: [400],
  };
}

function optionalFlag(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== "true" && value !== "false") throw invalidField(name, `${name} must be true or false.`);
  return value === "true";
}
