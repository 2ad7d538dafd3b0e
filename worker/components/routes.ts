import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic, publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { admin } from "../sign-in/admin.ts";
import { ComponentChange, NewComponent } from "./schema.ts";
import { addComponent, changeComponent, deleteComponent, selectComponents } from "./store.ts";

export const componentRoutes = new Hono<AppEnv>()
  .get("/", publicAnswer, async (c) => c.json(await selectComponents(c.var.db), 200))
  .post("/", admin, body(NewComponent), async (c) => {
    const component = await addComponent(c.var.db, c.req.valid("json"));
    forgetPublic(c);
    return c.json(component, 201);
  })
  .patch("/:componentID", admin, body(ComponentChange), async (c) => {
    const component = await changeComponent(c.var.db, c.req.param("componentID"), c.req.valid("json"));
    forgetPublic(c);
    return c.json(component, 200);
  })
  .delete("/:componentID", admin, async (c) => {
    await deleteComponent(c.var.db, c.req.param("componentID"));
    forgetPublic(c);
    return c.body(null, 204);
  });
