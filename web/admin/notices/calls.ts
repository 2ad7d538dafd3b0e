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
import { accepted, administrator, answer, bodyOf, currentAs, fresh } from "../api.ts";
import { refreshed } from "../query-client.ts";

/** Methods rather than functions, so that each kind can be stricter about the fields that it sends. */
interface Requests {
  list(query: Record<string, string>): Promise<ClientResponse<NoticeAnswer[]>>;
  create(json: NewNotice): Promise<ClientResponse<unknown>>;
  change(noticeID: string, json: NoticeChange, unchangedSince?: string): Promise<ClientResponse<unknown>>;
  changeUpdate(update: NoticeUpdate, json: { message: string }): Promise<ClientResponse<unknown>>;
  delete(noticeID: string, restoresComponents: boolean): Promise<ClientResponse<unknown>>;
}

const requests: Record<NoticeKind, Requests> = {
  incident: {
    list: (query) => administrator().incidents.$get({ query }),
    create: (json: NewIncident) => administrator().incidents.$post({ json }),
    change: (incidentID, json: IncidentChange, unchangedSince) =>
      administrator(unchangedSince).incidents[":incidentID"].$patch({ param: { incidentID }, json }),
    changeUpdate({ noticeID: incidentID, noticeUpdateID: incidentUpdateID, updatedAt }, json) {
      const { incidentupdates } = administrator(updatedAt).incidents[":incidentID"];
      return incidentupdates[":incidentUpdateID"].$patch({ param: { incidentID, incidentUpdateID }, json });
    },
    delete(incidentID, restoresComponents) {
      const query = restoresComponents && { query: { restoreComponents: "true" } };
      return administrator().incidents[":incidentID"].$delete({ param: { incidentID }, ...query });
    },
  },
  maintenance: {
    list: (query) => administrator().maintenances.$get({ query }),
    create: (json: NewMaintenance) => administrator().maintenances.$post({ json }),
    change: (maintenanceID, json: MaintenanceChange, unchangedSince) =>
      administrator(unchangedSince).maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
    changeUpdate({ noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID, updatedAt }, json) {
      const { maintenanceupdates } = administrator(updatedAt).maintenances[":maintenanceID"];
      const param = { maintenanceID, maintenanceUpdateID };
      return maintenanceupdates[":maintenanceUpdateID"].$patch({ param, json });
    },
    delete: (maintenanceID) =>
      administrator().maintenances[":maintenanceID"].$delete({ param: { maintenanceID } }),
  },
};

/** Pages of notices, newest first. The server's cursor leads from a page to the next. */
export function noticeList(kind: NoticeKind) {
  return infiniteQueryOptions({
    ...refreshed,
    queryKey: ["notices", kind],
    queryFn: async ({ pageParam: before }) => {
      const response = await accepted(requests[kind].list({ ...fresh.query, ...(before && { before }) }));
      const answers = await bodyOf(response);
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
  await answer(requests[kind].create(json));
}

/** @param unchangedSince the `updatedAt` that the change is made on */
export async function changeNotice(
  { kind, noticeID }: Notice,
  json: NoticeChange,
  unchangedSince: string | undefined,
): Promise<void> {
  const toNotice = currentAs((current: NoticeAnswer) => noticeOf(kind, current));
  await answer(requests[kind].change(noticeID, json, unchangedSince)).catch(toNotice);
}

/** @param update as it was when editing it began */
export async function changeMessage(kind: NoticeKind, update: NoticeUpdate, message: string): Promise<void> {
  await answer(requests[kind].changeUpdate(update, { message }));
}

export async function deleteNotice({ kind, noticeID }: Notice, restoresComponents: boolean): Promise<void> {
  await answer(requests[kind].delete(noticeID, restoresComponents));
}
