import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { itemETag } from "../http/if-match.ts";
import { listFilterDescription, parseListFilter } from "../http/lists/list-filter.ts";
import { apiKey } from "../sign-in/api-key.ts";
import { metricStatuses } from "./domain.ts";
import { metricDataOperations } from "./operations.ts";
import { readMetricWithoutProps, selectMetricsWithoutProps } from "./reads.ts";
import { PublicMetric } from "./schema.ts";

const mayRead = apiKey("metric list");

/** Includes Hidden metrics, because scripts submit their points, too, but nothing that only administrators may see. */
export const keyMetricRoutes = new Hono<AppEnv>()
  .get(
    "/",
    mayRead,
    call(
      metricDataOperations.listMetricsWithApiKey,
      { 200: z.array(PublicMetric) },
      listFilterDescription(metricStatuses),
    ),
    async (c) => c.json(await selectMetricsWithoutProps(c.var.db, parseListFilter(c, metricStatuses)), 200),
  )
  .get(
    "/:metricID",
    mayRead,
    itemETag,
    call(metricDataOperations.getMetricWithApiKey, { 200: PublicMetric }, { errorStatuses: [404] }),
    async (c) => c.json(await readMetricWithoutProps(c.var.db, c.req.param("metricID")), 200),
  );
