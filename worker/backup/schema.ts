import * as z from "zod";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_FORMAT_VERSION,
  archiveParts,
  areArchiveParts,
  maxPageRows,
  maxRows,
} from "./domain.ts";

const part = z.enum(archiveParts);
const MAX_ROW_FIELDS = 100;
const MAX_FIELD_NAME_CHARACTERS = 100;
/** The schemas in rows.ts check the fields of each part. The size of a page limits what they contain. */
const rows = z.array(
  z
    .record(z.string(), z.unknown())
    .refine((row) => Object.keys(row).length <= MAX_ROW_FIELDS, {
      error: `A row can have ${MAX_ROW_FIELDS} fields at most.`,
    })
    .meta({ maxProperties: MAX_ROW_FIELDS, propertyNames: { maxLength: MAX_FIELD_NAME_CHARACTERS } }),
);
const MAX_PAGE_ROWS = Math.max(...archiveParts.map(maxPageRows));
const archiveID = z.string().describe("The SHA-256 of what the manifest says about the parts, in hex.");

const contentVersion = z
  .string()
  .describe(
    "Differs between two pages if content changed in between, so that they may not fit together. Then read all parts again.",
  );

export const ExportStart = z
  .object({
    format: z.literal(ARCHIVE_FORMAT),
    formatVersion: z.literal(ARCHIVE_FORMAT_VERSION),
    contentVersion,
    parts: z.array(part).describe("In this order, nothing refers to what comes later."),
    rows: z
      .partialRecord(part, z.int())
      .optional()
      .describe(
        "How many rows the parts have now, but those whose rows are files: `metricDays` and `logos`. Only with `count=1`.",
      ),
  })
  .meta({ id: "ExportStart" });
export type ExportStart = z.output<typeof ExportStart>;

export const ExportPage = z
  .object({
    contentVersion,
    rows: rows.describe(
      "What the fields mean is in docs/backup-and-restore.md. In the order in which they were added, at most some 300 kB.",
    ),
    next: z.string().nullable().describe("The `cursor` of the next page. null if there is none."),
  })
  .meta({ id: "ExportPage" });

const MAX_ROW_COUNT = 1e9;
const WRONG_FORMAT = "This is not the manifest of an archive.";
const LATER_FORMAT = "The archive was made by a later version of Daymark. Upgrade this installation first.";

export const ArchiveManifest = z
  .object({
    format: z.literal(ARCHIVE_FORMAT, { error: WRONG_FORMAT }),
    formatVersion: z.literal(ARCHIVE_FORMAT_VERSION, { error: LATER_FORMAT }),
    parts: z
      .array(
        z.object({
          name: z.enum(archiveParts, { error: "The archive has a part that this version doesn't know." }),
          rows: z
            .int({ error: "The number of rows must be a whole number." })
            .min(0, "The number of rows can't be negative.")
            .max(MAX_ROW_COUNT, "The archive has too many rows."),
          sha256: z
            .string({ error: "A part needs a SHA-256." })
            .max(64)
            .regex(/^[0-9a-f]{64}$/, "A SHA-256 has 64 hexadecimal digits.")
            .describe("Of the part's lines."),
        }),
        { error: "The manifest must list the archive's parts." },
      )
      .max(archiveParts.length, "The archive has too many parts.")
      .check(({ value: parts, issues }) => {
        if (!areArchiveParts(parts.map(({ name }) => name)))
          issues.push({
            code: "custom",
            input: parts,
            message: "The archive must have every part once, in order.",
          });
        for (const [index, { name, rows }] of parts.entries()) {
          const max = maxRows(name);
          if (rows <= max) continue;
          const [counted, limit] = [rows, max].map((number) => number.toLocaleString("en"));
          const message = `The archive has ${counted} rows of ${name}, and an installation can have ${limit}.`;
          issues.push({ code: "custom", input: rows, path: [index, "rows"], message });
        }
      }),
  })
  .meta({ id: "ArchiveManifest" });
export type ArchiveManifest = z.output<typeof ArchiveManifest>;

export const RestorePage = z
  .object({
    archiveID: archiveID.max(64),
    part,
    position: z
      .int({ error: "position must be a whole number." })
      .min(0, "position can't be negative.")
      .max(MAX_ROW_COUNT, "position is too large.")
      .describe("The number of rows of the part that come before these."),
    rows: rows
      .min(1, "A page needs at least one row.")
      .max(MAX_PAGE_ROWS, `A page can have ${MAX_PAGE_ROWS} rows at most.`),
  })
  .check(({ value, issues }) => {
    const max = maxPageRows(value.part);
    if (value.rows.length <= max) return;
    const message = `A page of ${value.part} can have ${max} rows at most.`;
    issues.push({ code: "custom", input: value.rows, path: ["rows"], message });
  })
  .meta({ id: "RestorePage" });
export type RestorePage = z.output<typeof RestorePage>;

export const RestoreProgress = z
  .object({
    archiveID,
    part: part.describe("The part of the next page."),
    position: z.int().describe("The number of rows of that part that are stored."),
    isFinished: z.boolean(),
  })
  .meta({ id: "RestoreProgress" });
export type RestoreProgress = z.output<typeof RestoreProgress>;

export const RestoreStart = RestoreProgress.extend({
  isNew: z.boolean().describe("If false, another request has begun to restore this archive before."),
}).meta({ id: "RestoreStart" });
export type RestoreStart = z.output<typeof RestoreStart>;

export const RestoreCancellation = z
  .object({
    isEmpty: z.boolean().describe("If false, send the request again: each deletes a part of the rows."),
  })
  .meta({ id: "RestoreCancellation" });

export const CancelledRestore = z.object({}).meta({ id: "CancelledRestore" });
