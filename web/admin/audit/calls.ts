import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditQuery } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { adminAPI, okResponse, parseJSON } from "../api/api.ts";
import { olderCursorIn } from "../api/older-cursor.ts";
import { retryFirstLoad } from "../api/query-client.ts";
import { pause } from "../pause.ts";

const TYPING_PAUSE_MS = 250;
const MAX_PAGE = "100";

interface Page {
  entries: AuditEntry[];
  olderCursor: string | undefined;
}

/** It is not polled: whoever reads it doesn't want it to move. */
export function auditList(query: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: ["audit", query],
    queryFn: async ({ pageParam: before, signal }) => {
      // While someone types, only the last text is searched.
      if (query.actor !== undefined) await pause(TYPING_PAUSE_MS, signal);
      return readPage({ ...query, before });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.olderCursor,
    refetchOnMount: "always",
    refetchInterval: retryFirstLoad,
  });
}

/** A page can be empty although there are older entries, because the API searches a part of the log at a time. */
async function readPage(query: AuditQuery & { before: string | undefined; limit?: string }): Promise<Page> {
  const response = await okResponse(adminAPI().audit.$get({ query }));
  const entries = await parseJSON(response);
  const olderCursor = olderCursorIn(response.headers.get("Link"));
  if (entries.length > 0 || olderCursor === undefined) return { entries, olderCursor };
  return readPage({ ...query, before: olderCursor });
}

export async function readAllEntries(query: AuditQuery): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let page: Page = { entries: [], olderCursor: undefined };
  do {
    page = await readPage({ ...query, limit: MAX_PAGE, before: page.olderCursor });
    entries.push(...page.entries);
  } while (page.olderCursor !== undefined);
  return entries;
}
