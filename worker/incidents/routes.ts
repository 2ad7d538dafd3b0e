import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { linkToNext, page } from "../notices/page.ts";
import type { Access } from "../sign-in/access.ts";
import { unchangedSince } from "../unchanged.ts";
import { IncidentChange, IncidentUpdateChange, NewIncident } from "./schema.ts";
import {
  changeIncident,
  changeIncidentUpdate,
  deleteIncident,
  listIncidents,
  openIncident,
  readIncident,
} from "./store.ts";

export function incidentRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get("/", mayRead, async (c) => {
      const asked = page(c);
      const incidents = await listIncidents(c.var.db, asked);
      linkToNext(
        c,
        asked,
        incidents.map(({ incidentID, createdAt }) => ({ noticeID: incidentID, createdAt })),
      );
      return c.json(incidents, 200);
    })
    .post("/", mayWrite, body(NewIncident), async (c) => {
      const incident = await openIncident(c.var.db, c.req.valid("json"));
      forgetPublic(c);
      return c.json(incident, 201);
    })
    .get("/:incidentID", mayRead, async (c) =>
      c.json(await readIncident(c.var.db, c.req.param("incidentID")), 200),
    )
    .patch("/:incidentID", mayWrite, body(IncidentChange), async (c) => {
      const change = { incidentID: c.req.param("incidentID"), unchangedSince: unchangedSince(c) };
      const incident = await changeIncident(c.var.db, change, c.req.valid("json"));
      forgetPublic(c);
      return c.json(incident, 200);
    })
    .patch(
      "/:incidentID/incidentupdates/:incidentUpdateID",
      mayWrite,
      body(IncidentUpdateChange),
      async (c) => {
        const update = await changeIncidentUpdate(c.var.db, c.req.param(), c.req.valid("json"));
        forgetPublic(c);
        return c.json(update, 200);
      },
    )
    .delete("/:incidentID", mayWrite, async (c) => {
      await deleteIncident(c.var.db, c.req.param("incidentID"));
      forgetPublic(c);
      return c.body(null, 204);
    });
}
