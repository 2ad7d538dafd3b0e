import type { ArchivePart } from "../../../worker/backup/domain.ts";
import type { Row } from "../archive/read-archive.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, readBody } from "../connection/connection.ts";
import { count, plain } from "../output.ts";
import type { Import } from "./convert.ts";

export async function readServiceName(connection: Connection): Promise<string> {
  const [row] = await readPart(connection, "settings");
  return typeof row?.serviceName === "string" ? row.serviceName : "";
}

async function readPart({ client }: Connection, part: ArchivePart): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const query = typeof cursor === "string" ? { cursor } : {};
    const page = await readBody(client.GET("/api/v0/export/{part}", { params: { path: { part }, query } }));
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

const MAX_NAMED = 5;

/** @returns false if only texts or times can differ. @throws CommandError that says what the installation doesn't have */
export async function explainConflict(
  connection: Connection,
  url: string,
  { rows }: Import,
  error: unknown,
): Promise<false> {
  if (!(error instanceof CommandError) || error.status !== 409) throw error;
  const names: string[] = [];
  for (const [part, idField, nameField] of [
    ["components", "componentID", "name"],
    ["notices", "noticeID", "name"],
    ["noticeUpdates", "noticeUpdateID", "message"],
    ["templates", "templateID", "name"],
    ["metrics", "metricID", "title"],
  ] as const)
    names.push(...(await missing(part, idField)).map((row) => String(row[nameField])));
  const subscribers = (await missing("subscribers", "subscriberID")).length;
  if (names.length + subscribers === 0) return false;
  const lacks = [
    ...names.slice(0, MAX_NAMED).map((name) => `"${plain(name).slice(0, 60)}"`),
    ...(names.length > MAX_NAMED ? [count(names.length - MAX_NAMED, "other")] : []),
    // Their addresses are nobody's business but theirs.
    ...(subscribers > 0 ? [count(subscribers, "email subscriber")] : []),
  ];
  throw Object.assign(error, {
    message: `${error.message} It lacks ${joined(lacks)} of ${url}. If an import was interrupted, \`daymark restore --cancel\` empties the installation.`,
  });

  async function missing(part: ArchivePart, idField: string): Promise<Row[]> {
    const wanted = rows[part] ?? [];
    if (wanted.length === 0) return [];
    const existing = new Set((await readPart(connection, part)).map((row) => row[idField]));
    return wanted.filter((row) => !existing.has(row[idField]));
  }
}

/** `a, b and c`, but quoted names alone have commas only. */
function joined(parts: string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 && !last.startsWith('"')
    ? `${parts.slice(0, -1).join(", ")} and ${last}`
    : parts.join(", ");
}
