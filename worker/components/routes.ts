import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import type { Access } from "../sign-in/access.ts";
import { unchangedSince } from "../unchanged.ts";
import { ComponentChange, NewComponent } from "./schema.ts";
import { addComponent, changeComponent, deleteComponent, selectComponents } from "./store.ts";

export function componentRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get("/", mayRead, async (c) => c.json(await selectComponents(c.var.db), 200))
    .post("/", mayWrite, body(NewComponent), async (c) => {
      const component = await addComponent(c.var.db, c.req.valid("json"));
      forgetPublic(c);
      return c.json(component, 201);
    })
    .patch("/:componentID", mayWrite, body(ComponentChange), async (c) => {
      const which = { componentID: c.req.param("componentID"), unchangedSince: unchangedSince(c) };
      const component = await changeComponent(c.var.db, which, c.req.valid("json"));
      forgetPublic(c);
      return c.json(component, 200);
    })
    .delete("/:componentID", mayWrite, async (c) => {
      await deleteComponent(c.var.db, c.req.param("componentID"));
      forgetPublic(c);
      return c.body(null, 204);
    });
}
