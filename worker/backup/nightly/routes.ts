import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { apiKey } from "../../sign-in/api-key.ts";
import { MAX_CURSOR_CHARACTERS } from "../domain.ts";
import { parseCursor } from "../export.ts";
import { readAnyDayPage } from "../files.ts";
import { listExports, readExport, readPage } from "./files.ts";
import { nightlyExportOperations } from "./operations.ts";
import { NightlyExport, NightlyPage, NightlyPoints } from "./schema.ts";

const cursorParameter = {
  name: "cursor",
  in: "query",
  description: "The `next` of the page before. Without it, the response is the first page.",
  schema: { type: "string", maxLength: MAX_CURSOR_CHARACTERS },
} as const;

export const nightlyExportRoutes = new Hono<AppEnv>()
  .get(
    "/",
    apiKey("archive"),
    call(nightlyExportOperations.listNightlyExports, { 200: z.array(NightlyExport) }),
    async (c) => c.json(await listExports(c.env.FILES), 200),
  )
  .get(
    "/:day",
    apiKey("archive"),
    call(nightlyExportOperations.getNightlyExport, { 200: NightlyExport }, { errorStatuses: [404] }),
    async (c) => c.json(await readExport(c.env.FILES, c.req.param("day")), 200),
  )
  .get(
    "/:day/pages/:number",
    apiKey("archive"),
    call(nightlyExportOperations.getNightlyPage, { 200: NightlyPage }, { errorStatuses: [404, 409] }),
    async (c) => c.json(await readPage(c.env, c.req.param("day"), c.req.param("number")), 200),
  )
  .get(
    "/:day/points",
    apiKey("archive"),
    call(
      nightlyExportOperations.getNightlyPoints,
      { 200: NightlyPoints },
      { parameters: [cursorParameter], errorStatuses: [400, 404] },
    ),
    async (c) => {
      const cursor = parseCursor(c.req.query("cursor"));
      await readExport(c.env.FILES, c.req.param("day"));
      const { rows, last } = await readAnyDayPage(c.env.FILES, cursor);
      return c.json({ rows, next: last ?? null }, 200);
    },
  );
