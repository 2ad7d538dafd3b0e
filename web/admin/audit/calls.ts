import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditQuery } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { adminAPI, okResponse, parseJSON } from "../api/api.ts";
import { olderCursorIn } from "../api/older-cursor.ts";
import { retryFirstLoad } from "../api/query-client.ts";
import { pause } from "../pause.ts";
import { requestKey } from "./requests.ts";

const TYPING_PAUSE_MS = 250;
const PAGE = 50;
const MAX_PAGE = 100;

interface Page {
  entries: AuditEntry[];
  olderCursor: string | undefined;
  /** The next page may have more entries of the last request. */
  isCut: boolean;
}

/** It is not polled: whoever reads it doesn't want it to move. */
export function auditList(query: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: ["audit", query],
    queryFn: async ({ pageParam: before, signal }) => {
      // While someone types, only the last text is searched.
      if (query.actor !== undefined) await pause(TYPING_PAUSE_MS, signal);
      return readPage({ ...query, before }, PAGE);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.olderCursor,
    refetchOnMount: "always",
    refetchInterval: retryFirstLoad,
  });
}

/**
 * A page can be empty although there are older entries, because the API searches a part of the log at a time. Of a request with
 * more entries than a page, all are read.
 */
async function readPage(query: AuditQuery & { before: string | undefined }, limit: number): Promise<Page> {
  const response = await okResponse(adminAPI().audit.$get({ query: { ...query, limit: String(limit) } }));
  const entries = await parseJSON(response);
  const olderCursor = olderCursorIn(response.headers.get("Link"));
  const isCut = olderCursor !== undefined && entries.length >= limit;
  const hasSeveral = new Set(entries.map(requestKey)).size > 1;
  if (olderCursor === undefined || (entries.length > 0 && (!isCut || hasSeveral)))
    return { entries, olderCursor, isCut };
  const older = await readPage({ ...query, before: olderCursor }, limit);
  return { ...older, entries: [...entries, ...older.entries] };
}

export async function readAllEntries(query: AuditQuery): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let before: string | undefined;
  do {
    const page = await readPage({ ...query, before }, MAX_PAGE);
    entries.push(...page.entries);
    before = page.olderCursor;
  } while (before !== undefined);
  return entries;
}
