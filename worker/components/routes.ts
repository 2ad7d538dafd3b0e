import { type Context, Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call } from "../http/call.ts";
import { noteOrder } from "../http/lists/order-note.ts";
import type { Access } from "../writes/access.ts";
import { auditRule } from "../writes/audit.ts";
import { idempotent } from "../writes/idempotency/idempotent.ts";
import { limitCreations } from "../writes/limit-creations.ts";
import { changes, creates, deletes, writeDb, writes } from "../writes/write.ts";
import { changeComponentStatuses, selectNamedComponents } from "./change-statuses.ts";
import { componentOperations } from "./operations.ts";
import { componentReads } from "./read-routes.ts";
import { readComponent } from "./reads.ts";
import { Component, ComponentChange, ComponentStatusesChange, NewComponent } from "./schema.ts";
import { addComponent, changeComponent, deleteComponent } from "./store.ts";

async function readNamedComponents(c: Context<AppEnv>): Promise<Component[]> {
  const { components } = c.req.valid("json" as never) as z.output<typeof ComponentStatusesChange>; // `body` has validated it
  return selectNamedComponents(c.var.db, components);
}

export function componentRoutes(access: Access) {
  return new Hono<AppEnv>().route("/", componentReads(access.read)).route("/", writingRoutes(access));
}

function writingRoutes({ mayWrite }: Access) {
  return new Hono<AppEnv>()
    .post(
      "/",
      mayWrite,
      body(NewComponent),
      ...creates("component", ["public"], { idField: "componentID", read: readComponent }),
      call(componentOperations.createComponent, { 201: Component }, { errorStatuses: [409] }),
      async (c) => {
        const component = await addComponent(writeDb(c), c.req.valid("json"));
        noteOrder(c, c.req.valid("json").order, component);
        return c.json(component, 201);
      },
    )
    .patch(
      "/",
      mayWrite,
      body(ComponentStatusesChange),
      writes(auditRule("component", "changed"), "public", "webhooks"),
      idempotent({ status: 200, read: readNamedComponents }),
      call(componentOperations.updateComponentStatuses, { 200: z.array(Component) }),
      async (c) => {
        await limitCreations(c);
        const components = await changeComponentStatuses(writeDb(c), c.req.valid("json").components);
        return c.json(components, 200);
      },
    )
    .patch(
      "/:componentID",
      mayWrite,
      body(ComponentChange),
      ...changes("component", ["public", "webhooks"], current),
      call(componentOperations.updateComponent, { 200: Component }),
      async (c) => {
        const target = { componentID: c.req.param("componentID"), unchangedSince: c.var.unchangedSince };
        const component = await changeComponent(writeDb(c), target, c.req.valid("json"));
        noteOrder(c, c.req.valid("json").order, component);
        return c.json(component, 200);
      },
    )
    .delete(
      "/:componentID",
      mayWrite,
      ...deletes("component", ["public"], {
        read: current,
        pages: (c) => [`/components/${c.req.param("componentID")}`],
      }),
      call(componentOperations.deleteComponent, { 204: null }),
      async (c) => {
        const { componentID } = c.req.param();
        const { unchangedSince } = c.var;
        await deleteComponent(writeDb(c), { componentID, unchangedSince });
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Component> {
  return readComponent(c.var.db, c.req.param("componentID") ?? "");
}
