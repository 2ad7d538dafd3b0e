import { type Context, Hono } from "hono";
import * as z from "zod";
import { revalidate } from "../cache/revalidation.ts";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { type CallDescription, call } from "../http/call.ts";
import { invalidField } from "../http/errors.ts";
import { itemETag } from "../http/if-match.ts";
import { trimStrings } from "../http/json.ts";
import { listFilterDescription, parseListFilter } from "../http/lists/list-filter.ts";
import { noteOrder } from "../http/lists/order-note.ts";
import { admin } from "../sign-in/admin.ts";
import { changes, creates, deletes, writeDb } from "../writes/write.ts";
import { metricStatuses, metricTypes } from "./domain.ts";
import { DescribedMetric, DescribedMetricChange, DescribedNewMetric } from "./openapi-shapes.ts";
import { metricOperations } from "./operations.ts";
import { deletePoints, requireFiles } from "./points/day-files.ts";
import { ExternalMetricFilters, ExternalMetrics, type Metric, MetricChange, NewMetric } from "./schema.ts";
import { sourceOf } from "./sources/index.ts";
import { addMetric, changeMetric, deleteMetric, listMetrics, readMetric } from "./store.ts";

export const metricRoutes = new Hono<AppEnv>()
  .get(
    "/",
    admin,
    revalidate,
    call(
      metricOperations.listMetrics,
      { 200: z.array(DescribedMetric) },
      listFilterDescription(metricStatuses),
    ),
    async (c) => c.json(await listMetrics(c.var.db, parseListFilter(c, metricStatuses)), 200),
  )
  .post(
    "/",
    admin,
    body(NewMetric, { describedAs: DescribedNewMetric }),
    ...creates("metric", ["public"], { idField: "metricID", read: readMetric }),
    call(metricOperations.createMetric, { 201: DescribedMetric }, { errorStatuses: [409] }),
    async (c) => {
      const metric = await addMetric(c.env, writeDb(c), c.req.valid("json"));
      noteOrder(c, c.req.valid("json").order, metric);
      return c.json(metric, 201);
    },
  )
  .get(
    "/:metricID",
    admin,
    revalidate,
    itemETag,
    call(metricOperations.getMetric, { 200: DescribedMetric }, { errorStatuses: [404] }),
    async (c) => c.json(await readMetric(c.var.db, c.req.param("metricID")), 200),
  )
  .patch(
    "/:metricID",
    admin,
    body(MetricChange, { describedAs: DescribedMetricChange }),
    ...changes("metric", ["public"], current),
    call(metricOperations.updateMetric, { 200: DescribedMetric }),
    async (c) => {
      const target = { metricID: c.req.param("metricID"), unchangedSince: c.var.unchangedSince };
      const metric = await changeMetric(c.env, writeDb(c), target, c.req.valid("json"));
      noteOrder(c, c.req.valid("json").order, metric);
      return c.json(metric, 200);
    },
  )
  .delete(
    "/:metricID",
    admin,
    ...deletes("metric", ["public"], { read: current, pages: () => [] }),
    call(metricOperations.deleteMetric, { 204: null }),
    async (c) => {
      const metricID = c.req.param("metricID");
      await requireFiles(c.env.FILES);
      await deleteMetric(writeDb(c), { metricID, unchangedSince: c.var.unchangedSince });
      await deletePoints(c.env.FILES, metricID);
      return c.body(null, 204);
    },
  );

function current(c: Context<AppEnv>): Promise<Metric> {
  return readMetric(c.var.db, c.req.param("metricID") ?? "");
}

const externalMetricsDescription: CallDescription = {
  parameters: [
    {
      name: "type",
      in: "query",
      description: "The monitoring service.",
      required: true,
      schema: { type: "string", enum: ["CloudWatch"] },
    },
    {
      name: "filters",
      in: "query",
      required: true,
      description: "What to list, as a JSON object of at most 2,000 characters.",
      schema: { type: "string", maxLength: 2000 },
      json: ExternalMetricFilters,
    },
    {
      name: "cursor",
      in: "query",
      description: "The `nextCursor` of the previous page. Leave it out for the first page.",
      schema: { type: "string", maxLength: 8192 },
    },
  ],
  errorStatuses: [400, 502],
};

export const externalMetricRoutes = new Hono<AppEnv>().get(
  "/",
  admin,
  call(metricOperations.listExternalMetrics, { 200: ExternalMetrics }, externalMetricsDescription),
  async (c) => {
    const { type, filters = "{}", cursor } = c.req.query();
    const metricType = metricTypes.find((each) => each === type);
    const source = metricType && sourceOf(metricType);
    if (!source?.list) throw invalidField("type", "type must be one that lists its metrics: CloudWatch.");
    return c.json(await source.list(c.env, parseFilters(filters), cursor?.trim() || undefined), 200);
  },
);

function parseFilters(filters: string): Record<string, unknown> {
  try {
    const parsed = trimStrings(JSON.parse(filters));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Invalid JSON gets the same error as a value that is not an object.
  }
  throw invalidField("filters", 'filters must be a JSON object such as {"Region":"us-east-1"}.');
}
