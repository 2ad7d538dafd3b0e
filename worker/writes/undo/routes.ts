import { Hono } from "hono";
import * as z from "zod";
import { purgeSnapshots } from "../../cache/snapshots.ts";
import type { AppEnv } from "../../env.ts";
import { optionalBody } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { noticePath } from "../../notices/domain.ts";
import { postmortemPath } from "../../notices/postmortem/domain.ts";
import { admin } from "../../sign-in/admin.ts";
import { auditRule } from "../audit.ts";
import { idempotent } from "../idempotency/idempotent.ts";
import { writeDb, writes } from "../write.ts";
import { undoOperations } from "./operations.ts";
import { UndoRequest } from "./schema.ts";
import { undoWrite } from "./store.ts";

export const undoRoutes = new Hono<AppEnv>().post(
  "/:undoToken",
  admin,
  optionalBody(UndoRequest),
  // `undoWrite` names the kind.
  writes(auditRule("incident", "undone"), "public", "mail"),
  idempotent({ status: 200, read: async () => ({}) }),
  call(undoOperations.undoWrite, { 200: z.object({}) }, { errorStatuses: [409, 410] }),
  async (c) => {
    const notice = await undoWrite(writeDb(c), c.req.param("undoToken"));
    for (const page of [noticePath(notice), postmortemPath(notice.noticeID)])
      c.executionCtx.waitUntil(purgeSnapshots(c.env.FILES, page));
    return c.json({}, 200);
  },
);
