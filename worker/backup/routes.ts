import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { body, optionalBody } from "../http/body.ts";
import { call } from "../http/call.ts";
import { pageNotFound } from "../http/not-found.ts";
import { MiB } from "../shared/domain.ts";
import { apiKey } from "../sign-in/api-key.ts";
import { auditRule, unaudited } from "../writes/audit.ts";
import { repeatable } from "../writes/idempotency/idempotent.ts";
import { writeDb, writesWhileRestoring } from "../writes/write.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_FORMAT_VERSION,
  archiveParts,
  MAX_CURSOR_CHARACTERS,
  MAX_ROW_BYTES,
} from "./domain.ts";
import { countRows, parseCursor, readExportPage, readVersion } from "./export.ts";
import { archiveOperations } from "./operations.ts";
import { beginRestore, cancelRestore, restorePage } from "./restore.ts";
import {
  ArchiveManifest,
  CancelledRestore,
  ExportPage,
  ExportStart,
  RestoreCancellation,
  RestorePage,
  RestoreProgress,
  RestoreStart,
} from "./schema.ts";

export const exportRoutes = new Hono<AppEnv>()
  .get(
    "/",
    apiKey("archive"),
    call(
      archiveOperations.startExport,
      { 200: ExportStart },
      {
        parameters: [
          {
            name: "count",
            in: "query",
            description: "`1` adds `rows` to the response, which reads every row.",
            schema: { type: "string", enum: ["1"] },
          },
        ],
      },
    ),
    async (c) =>
      c.json(
        {
          format: ARCHIVE_FORMAT,
          formatVersion: ARCHIVE_FORMAT_VERSION,
          contentVersion: await readVersion(c.var.db),
          parts: [...archiveParts],
          ...(c.req.query("count") === "1" && { rows: await countRows(c.var.db) }),
        } satisfies ExportStart,
        200,
      ),
  )
  .get(
    "/:part",
    apiKey("archive"),
    call(
      archiveOperations.exportPart,
      { 200: ExportPage },
      {
        parameters: [
          {
            name: "cursor",
            in: "query",
            description: "The `next` of the page before. Without it, the response is the first page.",
            schema: { type: "string", maxLength: MAX_CURSOR_CHARACTERS },
          },
        ],
        errorStatuses: [400, 404],
      },
    ),
    async (c) => {
      const cursor = parseCursor(c.req.query("cursor"));
      const part = archiveParts.find((each) => each === c.req.param("part"));
      if (!part) throw pageNotFound();
      return c.json(await readExportPage(c.env, c.var.db, part, cursor), 200);
    },
  );

export const restoreRoutes = new Hono<AppEnv>()
  .post(
    "/",
    apiKey("archive"),
    body(ArchiveManifest),
    writesWhileRestoring(auditRule("archive", "restored"), "public"),
    repeatable,
    call(archiveOperations.beginRestore, { 200: RestoreStart }, { errorStatuses: [409] }),
    async (c) => c.json(await beginRestore(writeDb(c), c.req.valid("json")), 200),
  )
  .post(
    "/rows",
    apiKey("archive"),
    // A text may be stored with spaces around it.
    body(RestorePage, { maxBytes: MAX_ROW_BYTES + MiB, keepsWhitespace: true }),
    writesWhileRestoring(unaudited, "public"),
    repeatable,
    call(archiveOperations.restoreRows, { 200: RestoreProgress }, { errorStatuses: [409, 415] }),
    async (c) => c.json(await restorePage(c.env, writeDb(c), c.req.valid("json")), 200),
  )
  .post(
    "/cancel",
    apiKey("archive"),
    optionalBody(CancelledRestore),
    writesWhileRestoring(auditRule("archive", "cancelled"), "public"),
    repeatable,
    call(archiveOperations.cancelRestore, { 200: RestoreCancellation }, { errorStatuses: [409] }),
    async (c) => c.json(await cancelRestore(writeDb(c)), 200),
  );
