import { Hono } from "hono";
import type { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { listFilterDescription, parseListFilter } from "../../http/lists/list-filter.ts";
import { json } from "../../http/rendered.ts";
import { componentStatuses } from "../domain.ts";
import { parseUptimeWindow, uptimeWindowDescription } from "../uptime-window.ts";
import { groupOperations } from "./operations.ts";
import { listGroups, readGroup, readGroupUptime } from "./reads.ts";

const schemas = () => import("./schema.ts");

export function groupReads(read: typeof publicResponse) {
  return new Hono<AppEnv>()
    .get(
      "/",
      call(
        groupOperations.listGroups,
        async () => ({ 200: (await schemas()).Group.array() }),
        listFilterDescription(componentStatuses),
      ),
      read({ clock: "day" }, async (c) =>
        json(await listGroups(c.var.db, parseListFilter(c, componentStatuses))),
      ),
    )
    .get(
      "/:groupID",
      call(groupOperations.getGroup, async () => ({ 200: (await schemas()).Group }), {
        errorStatuses: [404],
      }),
      read({ clock: "day", item: true }, async (c) =>
        json(await readGroup(c.var.db, c.req.param("groupID"))),
      ),
    )
    .get(
      "/:groupID/uptime",
      call(
        groupOperations.getGroupUptime,
        async () => ({ 200: (await schemas()).GroupUptime }),
        uptimeWindowDescription,
      ),
      read({ clock: "ten minutes" }, async (c) =>
        json(await readGroupUptime(c.var.db, c.req.param("groupID"), parseUptimeWindow(c.req.query()))),
      ),
    );
}
