import { Hono } from "hono";
import * as z from "zod";
import { body } from "../body.ts";
import { forgetPublic } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../openapi/call.ts";
import type { Access } from "../sign-in/access.ts";
import { heedsIfMatch, unchangedSince } from "../unchanged.ts";
import { Component, ComponentChange, NewComponent } from "./schema.ts";
import { addComponent, changeComponent, deleteComponent, selectComponents } from "./store.ts";

export function componentRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get("/", mayRead, call("List the components by their order", { 200: z.array(Component) }), async (c) =>
      c.json(await selectComponents(c.var.db), 200),
    )
    .post("/", mayWrite, body(NewComponent), call("Add a component", { 201: Component }), async (c) => {
      const component = await addComponent(c.var.db, c.req.valid("json"));
      forgetPublic(c);
      return c.json(component, 201);
    })
    .patch(
      "/:componentID",
      mayWrite,
      body(ComponentChange),
      call("Change or move a component", { 200: Component }, heedsIfMatch),
      async (c) => {
        const which = { componentID: c.req.param("componentID"), unchangedSince: unchangedSince(c) };
        const component = await changeComponent(c.var.db, which, c.req.valid("json"));
        forgetPublic(c);
        return c.json(component, 200);
      },
    )
    .delete("/:componentID", mayWrite, call("Delete a component", { 204: null }), async (c) => {
      await deleteComponent(c.var.db, c.req.param("componentID"));
      forgetPublic(c);
      return c.body(null, 204);
    });
}
