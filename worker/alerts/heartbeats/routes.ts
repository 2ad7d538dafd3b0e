import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { revalidate } from "../../cache/revalidation.ts";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { itemETag } from "../../http/if-match.ts";
import { admin } from "../../sign-in/admin.ts";
import { apiKey } from "../../sign-in/api-key.ts";
import { changes, creates, deletes, writeDb } from "../../writes/write.ts";
import { heartbeatOperations } from "./operations.ts";
import { Heartbeat, HeartbeatChange, ListedHeartbeat, NewHeartbeat } from "./schema.ts";
import { addHeartbeat, changeHeartbeat, deleteHeartbeat, listHeartbeats, readHeartbeat } from "./store.ts";

/** Their addresses are secrets, so reading them needs what changing them needs. */
export const adminHeartbeatRoutes = heartbeatRoutes(admin);
export const keyHeartbeatRoutes = heartbeatRoutes(apiKey("notices"));

function heartbeatRoutes(mayUse: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayUse,
      call(heartbeatOperations.listHeartbeats, { 200: z.array(ListedHeartbeat) }),
      async (c) => c.json(await listHeartbeats(c.var.db), 200),
    )
    .post(
      "/",
      mayUse,
      body(NewHeartbeat),
      ...creates("heartbeat", ["console"], { idField: "heartbeatID", read: readHeartbeat }),
      call(heartbeatOperations.createHeartbeat, { 201: Heartbeat }, { errorStatuses: [409] }),
      async (c) => c.json(await addHeartbeat(writeDb(c), c.req.valid("json")), 201),
    )
    .get(
      "/:heartbeatID",
      mayUse,
      revalidate,
      itemETag,
      call(heartbeatOperations.getHeartbeat, { 200: Heartbeat }, { errorStatuses: [404] }),
      async (c) => c.json(await readHeartbeat(c.var.db, c.req.param("heartbeatID")), 200),
    )
    .patch(
      "/:heartbeatID",
      mayUse,
      body(HeartbeatChange),
      ...changes("heartbeat", ["console"], current),
      call(heartbeatOperations.updateHeartbeat, { 200: Heartbeat }),
      async (c) => c.json(await changeHeartbeat(writeDb(c), target(c), c.req.valid("json")), 200),
    )
    .delete(
      "/:heartbeatID",
      mayUse,
      ...deletes("heartbeat", ["console"], { read: current, pages: () => [] }),
      call(heartbeatOperations.deleteHeartbeat, { 204: null }),
      async (c) => {
        await deleteHeartbeat(writeDb(c), target(c));
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Heartbeat> {
  return readHeartbeat(c.var.db, target(c).heartbeatID);
}

function target(c: Context<AppEnv>) {
  return { heartbeatID: c.req.param("heartbeatID") ?? "", unchangedSince: c.var.unchangedSince };
}
