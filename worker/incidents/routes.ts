import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic, publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { admin } from "../sign-in/admin.ts";
import { linkToNext, page } from "./page.ts";
import { IncidentChange, IncidentUpdateChange, NewIncident } from "./schema.ts";
import {
  changeIncident,
  changeIncidentUpdate,
  deleteIncident,
  listIncidents,
  openIncident,
  readIncident,
} from "./store.ts";

export const incidentRoutes = new Hono<AppEnv>()
  .get("/", publicAnswer, async (c) => {
    const { limit, before } = page(c);
    const incidents = await listIncidents(c.var.db, { limit, before });
    linkToNext(c, incidents, limit);
    return c.json(incidents, 200);
  })
  .post("/", admin, body(NewIncident), async (c) => {
    const incident = await openIncident(c.var.db, c.req.valid("json"));
    forgetPublic(c);
    return c.json(incident, 201);
  })
  .get("/:incidentID", publicAnswer, async (c) =>
    c.json(await readIncident(c.var.db, c.req.param("incidentID")), 200),
  )
  .patch("/:incidentID", admin, body(IncidentChange), async (c) => {
    const incident = await changeIncident(c.var.db, c.req.param("incidentID"), c.req.valid("json"));
    forgetPublic(c);
    return c.json(incident, 200);
  })
  .patch("/:incidentID/incidentupdates/:incidentUpdateID", admin, body(IncidentUpdateChange), async (c) => {
    const update = await changeIncidentUpdate(c.var.db, c.req.param(), c.req.valid("json"));
    forgetPublic(c);
    return c.json(update, 200);
  })
  .delete("/:incidentID", admin, async (c) => {
    await deleteIncident(c.var.db, c.req.param("incidentID"));
    forgetPublic(c);
    return c.body(null, 204);
  });
