import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import type { IncidentChange, NewIncident } from "../../../worker/incidents/schema.ts";
import type { MaintenanceChange, NewMaintenance } from "../../../worker/maintenances/schema.ts";
import type {
  NewNotice,
  Notice,
  NoticeChange,
  NoticeKind,
  NoticeUpdate,
} from "../../../worker/notices/domain.ts";
import { type NoticeAnswer, noticeOf } from "../../../worker/notices/wire.ts";
import { adminAPI, bodyOf, bypassCache, convertConflict, okResponse, parseJSON } from "../api.ts";
import { polling } from "../query-client.ts";

/** Methods rather than functions, so that each kind can be stricter about the fields that it sends. */
interface Requests {
  list(query: Record<string, string>): Promise<ClientResponse<NoticeAnswer[]>>;
  create(json: NewNotice): Promise<ClientResponse<unknown>>;
  change(noticeID: string, json: NoticeChange, unchangedSince?: string): Promise<ClientResponse<unknown>>;
  changeUpdate(update: NoticeUpdate, json: { message: string }): Promise<ClientResponse<unknown>>;
  delete(noticeID: string, restoreComponents: boolean): Promise<ClientResponse<unknown>>;
}

const requests: Record<NoticeKind, Requests> = {
  incident: {
    list: (query) => adminAPI().incidents.$get({ query }),
    create: (json: NewIncident) => adminAPI().incidents.$post({ json }),
    change: (incidentID, json: IncidentChange, unchangedSince) =>
      adminAPI(unchangedSince).incidents[":incidentID"].$patch({ param: { incidentID }, json }),
    changeUpdate({ noticeID: incidentID, noticeUpdateID: incidentUpdateID, updatedAt }, json) {
      const { incidentupdates } = adminAPI(updatedAt).incidents[":incidentID"];
      return incidentupdates[":incidentUpdateID"].$patch({ param: { incidentID, incidentUpdateID }, json });
    },
    delete(incidentID, restoreComponents) {
      const query = restoreComponents && { query: { restoreComponents: "true" } };
      return adminAPI().incidents[":incidentID"].$delete({ param: { incidentID }, ...query });
    },
  },
  maintenance: {
    list: (query) => adminAPI().maintenances.$get({ query }),
    create: (json: NewMaintenance) => adminAPI().maintenances.$post({ json }),
    change: (maintenanceID, json: MaintenanceChange, unchangedSince) =>
      adminAPI(unchangedSince).maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
    changeUpdate({ noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID, updatedAt }, json) {
      const { maintenanceupdates } = adminAPI(updatedAt).maintenances[":maintenanceID"];
      const param = { maintenanceID, maintenanceUpdateID };
      return maintenanceupdates[":maintenanceUpdateID"].$patch({ param, json });
    },
    delete: (maintenanceID) =>
      adminAPI().maintenances[":maintenanceID"].$delete({ param: { maintenanceID } }),
  },
};

/** Pages of notices, newest first. The server's cursor leads from a page to the next. */
export function noticeList(kind: NoticeKind) {
  return infiniteQueryOptions({
    ...polling,
    queryKey: ["notices", kind],
    queryFn: async ({ pageParam: before }) => {
      const response = await okResponse(
        requests[kind].list({ ...bypassCache.query, ...(before && { before }) }),
      );
      const answers = await parseJSON(response);
      return {
        notices: answers.map((notice) => noticeOf(kind, notice)),
        olderCursor: olderCursorIn(response.headers.get("Link")),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.olderCursor,
  });
}

/** The cursor in a `Link: <…?before=…>; rel="next"` header (RFC 8288). */
function olderCursorIn(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  // The address may be relative to the API's: only its query matters.
  return target && (new URL(target, "http://api").searchParams.get("before") ?? undefined);
}

export async function createNotice(kind: NoticeKind, json: NewNotice): Promise<void> {
  await bodyOf(requests[kind].create(json));
}

export async function changeNotice(
  { kind, noticeID }: Notice,
  json: NoticeChange,
  unchangedSince: string | undefined,
): Promise<void> {
  const toNotice = convertConflict((current: NoticeAnswer) => noticeOf(kind, current));
  await bodyOf(requests[kind].change(noticeID, json, unchangedSince)).catch(toNotice);
}

/** @param update the version that the change is based on */
export async function changeMessage(kind: NoticeKind, update: NoticeUpdate, message: string): Promise<void> {
  await bodyOf(requests[kind].changeUpdate(update, { message }));
}

export async function deleteNotice({ kind, noticeID }: Notice, restoreComponents: boolean): Promise<void> {
  await bodyOf(requests[kind].delete(noticeID, restoreComponents));
}
