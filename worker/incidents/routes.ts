import { type Context, Hono } from "hono";
import * as z from "zod";
import { forgetPublic } from "../cache/purge.ts";
import { forgetSnapshots } from "../cache/snapshots.ts";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { notFound } from "../http/errors.ts";
import { idempotent } from "../http/idempotency/idempotent.ts";
import { changedETag, ifMatch, ifMatchOrGone, itemETag } from "../http/if-match.ts";
import { location } from "../http/location.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { andOneMore, inPages, onePage, page } from "../notices/page.ts";
import { appendsUpdate } from "../notices/rules.ts";
import { call } from "../openapi/call.ts";
import type { Access } from "../sign-in/access.ts";
import { limitCreations } from "../sign-in/api-key.ts";
import { canRestore, deletionOptions } from "./deletion.ts";
import { incidentStatuses } from "./domain.ts";
import { incidentOperations } from "./operations.ts";
import { Incident, IncidentChange, IncidentUpdate, IncidentUpdateChange, NewIncident } from "./schema.ts";
import {
  changeIncident,
  changeIncidentUpdate,
  deleteIncident,
  deleteIncidentUpdate,
  listIncidents,
  openIncident,
  readIncident,
} from "./store.ts";

export function incidentRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayRead,
      call(incidentOperations.listIncidents, { 200: z.array(Incident) }, inPages(incidentStatuses)),
      async (c) => {
        const asked = page(c, incidentStatuses);
        const listed = await listIncidents(c.var.db, andOneMore(asked));
        const shown = onePage(c, asked, listed, {
          at: ({ incidentID, createdAt }) => ({ noticeID: incidentID, createdAt }),
          updates: ({ incidentUpdates }) => incidentUpdates,
        });
        return c.json(shown, 200);
      },
    )
    .post(
      "/",
      mayWrite,
      body(NewIncident),
      location("incidentID"),
      changedETag,
      idempotent({ status: 201, read: (c, id) => readIncident(c.var.db, id) }),
      call(incidentOperations.createIncident, { 201: Incident }, { refuses: [409] }),
      async (c) => {
        await limitCreations(c);
        const incident = await openIncident(c.var.db, c.req.valid("json"));
        forgetPublic(c);
        deliverSoon(c);
        return c.json(incident, 201);
      },
    )
    .get(
      "/:incidentID",
      mayRead,
      itemETag,
      call(incidentOperations.getIncident, { 200: Incident }, { refuses: [404] }),
      async (c) => c.json(await readIncident(c.var.db, c.req.param("incidentID")), 200),
    )
    .patch(
      "/:incidentID",
      mayWrite,
      body(IncidentChange),
      ifMatch(current),
      changedETag,
      call(incidentOperations.updateIncident, { 200: Incident }),
      async (c) => {
        const change = c.req.valid("json");
        if (appendsUpdate(change)) await limitCreations(c);
        const which = { incidentID: c.req.param("incidentID"), unchangedSince: c.var.unchangedSince };
        const incident = await changeIncident(c.var.db, which, change);
        forgetPublic(c);
        deliverSoon(c);
        return c.json(incident, 200);
      },
    )
    .patch(
      "/:incidentID/incidentupdates/:incidentUpdateID",
      mayWrite,
      body(IncidentUpdateChange),
      ifMatch(currentUpdate),
      changedETag,
      call(incidentOperations.editIncidentUpdate, { 200: IncidentUpdate }),
      async (c) => {
        const which = { ...c.req.param(), unchangedSince: c.var.unchangedSince };
        const update = await changeIncidentUpdate(c.var.db, which, c.req.valid("json"));
        forgetPublic(c);
        return c.json(update, 200);
      },
    )
    .delete(
      "/:incidentID/incidentupdates/:incidentUpdateID",
      mayWrite,
      ifMatchOrGone(currentUpdate),
      call(incidentOperations.deleteIncidentUpdate, { 204: null }, { refuses: [409] }),
      async (c) => {
        await deleteIncidentUpdate(c.var.db, { ...c.req.param(), unchangedSince: c.var.unchangedSince });
        forgetPublic(c);
        return c.body(null, 204);
      },
    )
    .delete(
      "/:incidentID",
      mayWrite,
      ifMatchOrGone(current),
      call(incidentOperations.deleteIncident, { 204: null }, canRestore),
      async (c) => {
        const { incidentID } = c.req.param();
        const options = { ...deletionOptions(c), unchangedSince: c.var.unchangedSince };
        const deleted = await deleteIncident(c.var.db, incidentID, options);
        forgetPublic(c);
        if (deleted) c.executionCtx.waitUntil(forgetSnapshots(c.env.FILES, `/incidents/${incidentID}`));
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Incident> {
  return readIncident(c.var.db, c.req.param("incidentID") ?? "");
}

async function currentUpdate(c: Context<AppEnv>): Promise<IncidentUpdate> {
  const { incidentUpdates } = await current(c);
  const update = incidentUpdates.find((each) => each.incidentUpdateID === c.req.param("incidentUpdateID"));
  if (!update) throw notFound("update of an incident");
  return update;
}
