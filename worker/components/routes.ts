import { type Context, Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { invalidQuery } from "../http/errors.ts";
import { listFilterDescription, parseListFilter } from "../http/list-filter.ts";
import { json } from "../http/rendered.ts";
import { changes, creates, deletes, writeDb, writes } from "../http/write.ts";
import { type CallDescription, call } from "../openapi/call.ts";
import type { Access } from "../sign-in/access.ts";
import { limitCreations } from "../sign-in/limit-creations.ts";
import { changeComponentStatuses } from "./change-statuses.ts";
import { componentStatuses } from "./domain.ts";
import { componentOperations } from "./operations.ts";
import {
  Component,
  ComponentChange,
  ComponentStatusesChange,
  ComponentUptime,
  NewComponent,
  uptimeDays,
} from "./schema.ts";
import {
  addComponent,
  changeComponent,
  deleteComponent,
  readComponent,
  readUptime,
  selectComponents,
} from "./store.ts";

const overDays: CallDescription = {
  parameters: [
    {
      name: "days",
      in: "query",
      description: "The number of days, including today. The default is 90.",
      schema: { type: "integer", enum: [...uptimeDays], default: 90 },
    },
  ],
  refuses: [400, 404],
};

export function componentRoutes({ read, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get(
      "/",
      call(
        componentOperations.listComponents,
        { 200: z.array(Component) },
        listFilterDescription(componentStatuses),
      ),
      read({ clock: "day" }, async (c) =>
        json(await selectComponents(c.var.db, parseListFilter(c, componentStatuses))),
      ),
    )
    .get(
      "/:componentID",
      call(componentOperations.getComponent, { 200: Component }, { refuses: [404] }),
      read({ clock: "day", item: true }, async (c) =>
        json(await readComponent(c.var.db, c.req.param("componentID"))),
      ),
    )
    .get(
      "/:componentID/uptime",
      call(componentOperations.getComponentUptime, { 200: ComponentUptime }, overDays),
      read({ clock: "ten minutes" }, async (c) => {
        const { days: asked = "90" } = c.req.query();
        const days = uptimeDays.find((each) => String(each) === asked);
        if (days === undefined) throw invalidQuery("days", `days must be one of: ${uptimeDays.join(", ")}.`);
        const now = new Date().toISOString();
        return json(await readUptime(c.var.db, c.req.param("componentID"), { days, now }));
      }),
    )
    .post(
      "/",
      mayWrite,
      body(NewComponent),
      ...creates(["public"], { idField: "componentID", read: readComponent }),
      call(componentOperations.createComponent, { 201: Component }, { refuses: [409] }),
      async (c) => {
        const component = await addComponent(writeDb(c), c.req.valid("json"));
        return c.json(component, 201);
      },
    )
    .patch(
      "/",
      mayWrite,
      body(ComponentStatusesChange),
      writes("public"),
      call(componentOperations.updateComponentStatuses, { 200: z.array(Component) }),
      async (c) => {
        await limitCreations(c);
        const changed = await changeComponentStatuses(writeDb(c), c.req.valid("json").components);
        return c.json(changed, 200);
      },
    )
    .patch(
      "/:componentID",
      mayWrite,
      body(ComponentChange),
      ...changes(["public"], current),
      call(componentOperations.updateComponent, { 200: Component }),
      async (c) => {
        const which = { componentID: c.req.param("componentID"), unchangedSince: c.var.unchangedSince };
        const component = await changeComponent(writeDb(c), which, c.req.valid("json"));
        return c.json(component, 200);
      },
    )
    .delete(
      "/:componentID",
      mayWrite,
      ...deletes(["public"], { read: current, page: (c) => `/components/${c.req.param("componentID")}` }),
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
