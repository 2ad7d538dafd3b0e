import { type Context, Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { noteOrder } from "../../http/lists/order-note.ts";
import type { Access } from "../../writes/access.ts";
import { changes, creates, deletes, writeDb } from "../../writes/write.ts";
import { groupOperations } from "./operations.ts";
import { groupReads } from "./read-routes.ts";
import { readGroup } from "./reads.ts";
import { Group, GroupChange, NewGroup } from "./schema.ts";
import { addGroup, changeGroup, deleteGroup } from "./store.ts";

export function groupRoutes({ read, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .route("/", groupReads(read))
    .post(
      "/",
      mayWrite,
      body(NewGroup),
      ...creates("group", ["public"], { idField: "groupID", read: readGroup }),
      call(groupOperations.createGroup, { 201: Group }, { errorStatuses: [409] }),
      async (c) => {
        const group = await addGroup(writeDb(c), c.req.valid("json"));
        noteOrder(c, c.req.valid("json").order, group);
        return c.json(group, 201);
      },
    )
    .patch(
      "/:groupID",
      mayWrite,
      body(GroupChange),
      ...changes("group", ["public"], current),
      call(groupOperations.updateGroup, { 200: Group }),
      async (c) => {
        const target = { groupID: c.req.param("groupID"), unchangedSince: c.var.unchangedSince };
        const group = await changeGroup(writeDb(c), target, c.req.valid("json"));
        noteOrder(c, c.req.valid("json").order, group);
        return c.json(group, 200);
      },
    )
    .delete(
      "/:groupID",
      mayWrite,
      ...deletes("group", ["public"], { read: current, pages: (c) => [`/groups/${c.req.param("groupID")}`] }),
      call(groupOperations.deleteGroup, { 204: null }),
      async (c) => {
        const groupID = c.req.param("groupID");
        await deleteGroup(writeDb(c), { groupID, unchangedSince: c.var.unchangedSince });
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Group> {
  return readGroup(c.var.db, c.req.param("groupID") ?? "");
}
