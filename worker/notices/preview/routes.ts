import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { admin } from "../../sign-in/admin.ts";
import { unaudited } from "../../writes/audit.ts";
import { repeatable } from "../../writes/idempotency/idempotent.ts";
import { writesWhileRestoring } from "../../writes/write.ts";
import { previewOperations } from "./operations.ts";
import { Preview, PreviewRequest } from "./schema.ts";
import { previewNotice } from "./store.ts";

export const previewRoutes = new Hono<AppEnv>().post(
  "/",
  admin,
  body(PreviewRequest),
  writesWhileRestoring(unaudited),
  repeatable,
  call(previewOperations.previewNotice, { 200: Preview }, { errorStatuses: [404] }),
  async (c) => c.json(await previewNotice(c.env, c.var.db, c.req.valid("json")), 200),
);
