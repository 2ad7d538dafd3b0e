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
import { maintenanceStatuses } from "./domain.ts";
import { maintenanceOperations } from "./operations.ts";
import {
  Maintenance,
  MaintenanceChange,
  MaintenanceUpdate,
  MaintenanceUpdateChange,
  NewMaintenance,
} from "./schema.ts";
import {
  changeMaintenance,
  changeMaintenanceUpdate,
  deleteMaintenance,
  deleteMaintenanceUpdate,
  listMaintenances,
  planMaintenance,
  readMaintenance,
} from "./store.ts";

export function maintenanceRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayRead,
      call(
        maintenanceOperations.listMaintenances,
        { 200: z.array(Maintenance) },
        inPages(maintenanceStatuses),
      ),
      async (c) => {
        const asked = page(c, maintenanceStatuses);
        const listed = await listMaintenances(c.var.db, andOneMore(asked));
        const shown = onePage(c, asked, listed, {
          at: ({ maintenanceID, createdAt }) => ({ noticeID: maintenanceID, createdAt }),
          updates: ({ maintenanceUpdates }) => maintenanceUpdates,
        });
        return c.json(shown, 200);
      },
    )
    .post(
      "/",
      mayWrite,
      body(NewMaintenance),
      location("maintenanceID"),
      changedETag,
      idempotent({ status: 201, read: (c, id) => readMaintenance(c.var.db, id) }),
      call(maintenanceOperations.createMaintenance, { 201: Maintenance }, { refuses: [409] }),
      async (c) => {
        await limitCreations(c);
        const maintenance = await planMaintenance(c.var.db, c.req.valid("json"));
        forgetPublic(c);
        deliverSoon(c);
        return c.json(maintenance, 201);
      },
    )
    .get(
      "/:maintenanceID",
      mayRead,
      itemETag,
      call(maintenanceOperations.getMaintenance, { 200: Maintenance }, { refuses: [404] }),
      async (c) => c.json(await readMaintenance(c.var.db, c.req.param("maintenanceID")), 200),
    )
    .patch(
      "/:maintenanceID",
      mayWrite,
      body(MaintenanceChange),
      ifMatch(current),
      changedETag,
      call(maintenanceOperations.updateMaintenance, { 200: Maintenance }),
      async (c) => {
        const change = c.req.valid("json");
        if (appendsUpdate(change)) await limitCreations(c);
        const which = { maintenanceID: c.req.param("maintenanceID"), unchangedSince: c.var.unchangedSince };
        const maintenance = await changeMaintenance(c.var.db, which, change);
        forgetPublic(c);
        deliverSoon(c);
        return c.json(maintenance, 200);
      },
    )
    .patch(
      "/:maintenanceID/maintenanceupdates/:maintenanceUpdateID",
      mayWrite,
      body(MaintenanceUpdateChange),
      ifMatch(currentUpdate),
      changedETag,
      call(maintenanceOperations.editMaintenanceUpdate, { 200: MaintenanceUpdate }),
      async (c) => {
        const which = { ...c.req.param(), unchangedSince: c.var.unchangedSince };
        const update = await changeMaintenanceUpdate(c.var.db, which, c.req.valid("json"));
        forgetPublic(c);
        return c.json(update, 200);
      },
    )
    .delete(
      "/:maintenanceID/maintenanceupdates/:maintenanceUpdateID",
      mayWrite,
      ifMatchOrGone(currentUpdate),
      call(maintenanceOperations.deleteMaintenanceUpdate, { 204: null }, { refuses: [409] }),
      async (c) => {
        await deleteMaintenanceUpdate(c.var.db, { ...c.req.param(), unchangedSince: c.var.unchangedSince });
        forgetPublic(c);
        return c.body(null, 204);
      },
    )
    .delete(
      "/:maintenanceID",
      mayWrite,
      ifMatchOrGone(current),
      call(maintenanceOperations.deleteMaintenance, { 204: null }),
      async (c) => {
        const { maintenanceID } = c.req.param();
        const { unchangedSince } = c.var;
        const deleted = await deleteMaintenance(c.var.db, { maintenanceID, unchangedSince });
        forgetPublic(c);
        if (deleted) c.executionCtx.waitUntil(forgetSnapshots(c.env.FILES, `/maintenances/${maintenanceID}`));
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Maintenance> {
  return readMaintenance(c.var.db, c.req.param("maintenanceID") ?? "");
}

async function currentUpdate(c: Context<AppEnv>): Promise<MaintenanceUpdate> {
  const { maintenanceUpdates } = await current(c);
  const update = maintenanceUpdates.find(
    (each) => each.maintenanceUpdateID === c.req.param("maintenanceUpdateID"),
  );
  if (!update) throw notFound("update of a maintenance");
  return update;
}
