import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import { type NoticeResponse, noticeFromResponse } from "../../../worker/notices/wire.ts";
import { adminAPI, bypassCache, okResponse, parseJSON, readBody } from "../api/api.ts";
import { olderCursorIn } from "../api/older-cursor.ts";
import { polling } from "../api/query-client.ts";
import { pause } from "../pause.ts";
import type { NoticeFilter } from "./notice-filter.ts";

interface Requests {
  list(query: Record<string, string>): Promise<ClientResponse<NoticeResponse[]>>;
  get(noticeID: string): Promise<ClientResponse<NoticeResponse>>;
}

const requests: Record<NoticeKind, Requests> = {
  incident: {
    list: (query) => adminAPI().incidents.$get({ query }),
    get: (incidentID) => adminAPI().incidents[":incidentID"].$get({ param: { incidentID }, ...bypassCache }),
  },
  maintenance: {
    list: (query) => adminAPI().maintenances.$get({ query }),
    get: (maintenanceID) =>
      adminAPI().maintenances[":maintenanceID"].$get({ param: { maintenanceID }, ...bypassCache }),
  },
};

const TYPING_PAUSE_MS = 250;

export function noticeList(kind: NoticeKind, filter?: NoticeFilter) {
  const query = { ...bypassCache.query, ...(filter && toQuery(kind, filter)) };
  return infiniteQueryOptions({
    ...polling,
    queryKey: filter ? ["notices", kind, query] : ["notices", kind],
    queryFn: async ({ pageParam: before, signal }) => {
      // While someone types, only the last text is searched.
      if ("q" in query) await pause(TYPING_PAUSE_MS, signal);
      const response = await okResponse(requests[kind].list({ ...query, ...(before && { before }) }));
      const responses = await parseJSON(response);
      return {
        notices: responses.map((notice) => noticeFromResponse(kind, notice)),
        olderCursor: olderCursorIn(response.headers.get("Link")),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.olderCursor,
  });
}

export function noticeItem(kind: NoticeKind, noticeID: string) {
  return queryOptions({
    ...polling,
    queryKey: [...noticeList(kind).queryKey, { noticeID }],
    queryFn: async () => noticeFromResponse(kind, await readBody(requests[kind].get(noticeID))),
  });
}

function toQuery(kind: NoticeKind, { show, q, componentID, month }: NoticeFilter): Record<string, string> {
  return {
    ...(show === "open" && { open: "true" }),
    ...(show === "over" && { status: kind === "incident" ? "Resolved" : "Completed" }),
    ...(q.trim() !== "" && { q: q.trim() }),
    ...(componentID !== "" && { componentID }),
    ...(month !== "" && { month }),
  };
}
