import { Hono } from "hono";
import type { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { listFilterDescription, parseListFilter } from "../http/lists/list-filter.ts";
import { json } from "../http/rendered.ts";
import { componentStatuses } from "./domain.ts";
import { componentOperations } from "./operations.ts";
import { readComponent, readUptime, selectComponents } from "./reads.ts";
import { parseUptimeWindow, uptimeWindowDescription } from "./uptime-window.ts";

const schemas = () => import("./schema.ts");

export function componentReads(read: typeof publicResponse) {
  return new Hono<AppEnv>()
    .get(
      "/",
      call(
        componentOperations.listComponents,
        async () => ({ 200: (await schemas()).Component.array() }),
        listFilterDescription(componentStatuses),
      ),
      read({ clock: "day" }, async (c) =>
        json(await selectComponents(c.var.db, parseListFilter(c, componentStatuses))),
      ),
    )
    .get(
      "/:componentID",
      call(componentOperations.getComponent, async () => ({ 200: (await schemas()).Component }), {
        errorStatuses: [404],
      }),
      read({ clock: "day", item: true }, async (c) =>
        json(await readComponent(c.var.db, c.req.param("componentID"))),
      ),
    )
    .get(
      "/:componentID/uptime",
      call(
        componentOperations.getComponentUptime,
        async () => ({ 200: (await schemas()).ComponentUptime }),
        uptimeWindowDescription,
      ),
      read({ clock: "ten minutes" }, async (c) => {
        return json(await readUptime(c.var.db, c.req.param("componentID"), parseUptimeWindow(c.req.query())));
      }),
    );
}
