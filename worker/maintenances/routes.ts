import { Hono } from "hono";
import { body } from "../body.ts";
import { forgetPublic } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { linkToNext, page } from "../notices/page.ts";
import type { Access } from "../sign-in/access.ts";
import { unchangedSince } from "../unchanged.ts";
import { MaintenanceChange, MaintenanceUpdateChange, NewMaintenance } from "./schema.ts";
import {
  changeMaintenance,
  changeMaintenanceUpdate,
  deleteMaintenance,
  listMaintenances,
  planMaintenance,
  readMaintenance,
} from "./store.ts";

export function maintenanceRoutes({ mayRead, mayWrite }: Access) {
  return new Hono<AppEnv>()
    .get("/", mayRead, async (c) => {
      const asked = page(c);
      const maintenances = await listMaintenances(c.var.db, asked);
      linkToNext(
        c,
        asked,
        maintenances.map(({ maintenanceID, createdAt }) => ({ noticeID: maintenanceID, createdAt })),
      );
      return c.json(maintenances, 200);
    })
    .post("/", mayWrite, body(NewMaintenance), async (c) => {
      const maintenance = await planMaintenance(c.var.db, c.req.valid("json"));
      forgetPublic(c);
      return c.json(maintenance, 201);
    })
    .get("/:maintenanceID", mayRead, async (c) =>
      c.json(await readMaintenance(c.var.db, c.req.param("maintenanceID")), 200),
    )
    .patch("/:maintenanceID", mayWrite, body(MaintenanceChange), async (c) => {
      const change = { maintenanceID: c.req.param("maintenanceID"), unchangedSince: unchangedSince(c) };
      const maintenance = await changeMaintenance(c.var.db, change, c.req.valid("json"));
      forgetPublic(c);
      return c.json(maintenance, 200);
    })
    .patch(
      "/:maintenanceID/maintenanceupdates/:maintenanceUpdateID",
      mayWrite,
      body(MaintenanceUpdateChange),
      async (c) => {
        const update = await changeMaintenanceUpdate(c.var.db, c.req.param(), c.req.valid("json"));
        forgetPublic(c);
        return c.json(update, 200);
      },
    )
    .delete("/:maintenanceID", mayWrite, async (c) => {
      await deleteMaintenance(c.var.db, c.req.param("maintenanceID"));
      forgetPublic(c);
      return c.body(null, 204);
    });
}
