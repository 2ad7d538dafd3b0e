import { Hono } from "hono";
import * as z from "zod";
import { revalidate } from "../cache/revalidation.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { selectWorstStatuses, worstStatuses } from "../notices/reads/update-page.ts";
import { admin } from "../sign-in/admin.ts";
import { overviewOperations } from "./operations.ts";
import { Overview, WorstStatus } from "./schema.ts";
import { readOverview } from "./store.ts";

const parameters = [
  {
    name: "notice",
    in: "query",
    description: "The ID of an incident or a maintenance.",
    schema: { type: "string", maxLength: 50 },
  },
] as const;

export const overviewRoutes = new Hono<AppEnv>()
  .get("/", admin, revalidate, call(overviewOperations.getOverview, { 200: Overview }), async (c) =>
    c.json(await readOverview(c.var.db), 200),
  )
  .get(
    "/worst-statuses",
    admin,
    revalidate,
    call(
      overviewOperations.listWorstStatuses,
      { 200: z.array(WorstStatus) },
      { parameters: [...parameters] },
    ),
    async (c) => {
      const rows = await selectWorstStatuses(c.var.db, c.req.query("notice") ?? "");
      const worst = worstStatuses(rows);
      return c.json(
        [...worst].map(([componentID, status]) => ({ componentID, status })),
        200,
      );
    },
  );
