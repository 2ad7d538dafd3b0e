import type { ClientResponse } from "hono/client";
import type {
  NewNotice,
  Notice,
  NoticeChange,
  NoticeKind,
  NoticeUpdate,
  NoticeUpdateChange,
  StatusOf,
} from "../../../worker/notices/domain.ts";
import type { IncidentChange, NewIncident } from "../../../worker/notices/incident/schema.ts";
import type { MaintenanceChange, NewMaintenance } from "../../../worker/notices/maintenance/schema.ts";
import {
  type NoticeResponse,
  noticeFromResponse,
  type UpdateResponse,
  updateFromResponse,
} from "../../../worker/notices/wire.ts";
import { convertConflict, type Saved, savedBy, undoableAPI, type Write } from "../api/api.ts";

type UpdateChange<Kind extends NoticeKind> = Omit<NoticeUpdateChange, "status"> & {
  status?: StatusOf<Kind> | undefined;
};

/** These are methods rather than functions, so that each kind can be stricter about the fields that it sends. */
interface Requests {
  create(json: NewNotice, requestID: string): Promise<ClientResponse<unknown>>;
  change(noticeID: string, json: NoticeChange, write: Write): Promise<ClientResponse<unknown>>;
  changeUpdate(
    update: NoticeUpdate,
    change: NoticeUpdateChange,
    write: Write,
  ): Promise<ClientResponse<unknown>>;
  deleteUpdate(update: NoticeUpdate): Promise<ClientResponse<unknown>>;
  delete(noticeID: string, restoreComponents: boolean): Promise<ClientResponse<unknown>>;
}

const requests: Record<NoticeKind, Requests> = {
  incident: {
    create: (json: NewIncident, requestID) => undoableAPI({ requestID }).incidents.$post({ json }),
    change: (incidentID, json: IncidentChange, write) =>
      undoableAPI(write).incidents[":incidentID"].$patch({ param: { incidentID }, json }),
    changeUpdate(
      { noticeID: incidentID, noticeUpdateID: incidentUpdateID },
      { status: incidentStatus, ...fields }: UpdateChange<"incident">,
      write,
    ) {
      const { incidentupdates } = undoableAPI(write).incidents[":incidentID"];
      const param = { incidentID, incidentUpdateID };
      return incidentupdates[":incidentUpdateID"].$patch({ param, json: { incidentStatus, ...fields } });
    },
    deleteUpdate({ noticeID: incidentID, noticeUpdateID: incidentUpdateID }) {
      const { incidentupdates } = undoableAPI().incidents[":incidentID"];
      return incidentupdates[":incidentUpdateID"].$delete({ param: { incidentID, incidentUpdateID } });
    },
    delete: (incidentID, restoreComponents) =>
      undoableAPI().incidents[":incidentID"].$delete({
        param: { incidentID },
        ...restoreQuery(restoreComponents),
      }),
  },
  maintenance: {
    create: (json: NewMaintenance, requestID) => undoableAPI({ requestID }).maintenances.$post({ json }),
    change: (maintenanceID, json: MaintenanceChange, write) =>
      undoableAPI(write).maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
    changeUpdate(
      { noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID },
      { status: maintenanceStatus, ...fields }: UpdateChange<"maintenance">,
      write,
    ) {
      const { maintenanceupdates } = undoableAPI(write).maintenances[":maintenanceID"];
      const param = { maintenanceID, maintenanceUpdateID };
      const json = { maintenanceStatus, ...fields };
      return maintenanceupdates[":maintenanceUpdateID"].$patch({ param, json });
    },
    deleteUpdate({ noticeID: maintenanceID, noticeUpdateID: maintenanceUpdateID }) {
      const { maintenanceupdates } = undoableAPI().maintenances[":maintenanceID"];
      const param = { maintenanceID, maintenanceUpdateID };
      return maintenanceupdates[":maintenanceUpdateID"].$delete({ param });
    },
    delete: (maintenanceID, restoreComponents) =>
      undoableAPI().maintenances[":maintenanceID"].$delete({
        param: { maintenanceID },
        ...restoreQuery(restoreComponents),
      }),
  },
};

/** Hono's types leave out queries that only the description of a route has. */
function restoreQuery(restoreComponents: boolean) {
  return { query: { restoreComponents: String(restoreComponents) } };
}

/** @throws APIError 422 with the notice that another request with this ID has created */
export function createNotice(kind: NoticeKind, json: NewNotice, requestID: string): Promise<Saved> {
  return savedBy(requests[kind].create(json, requestID)).catch(noticeConflict(kind));
}

export function changeNotice({ kind, noticeID }: Notice, json: NoticeChange, write: Write): Promise<Saved> {
  return savedBy(requests[kind].change(noticeID, json, write)).catch(noticeConflict(kind));
}

export function noticeConflict(kind: NoticeKind) {
  return convertConflict((current: NoticeResponse) => noticeFromResponse(kind, current));
}

export function changeUpdate(
  kind: NoticeKind,
  update: NoticeUpdate,
  change: NoticeUpdateChange,
  write: Write,
): Promise<Saved> {
  const toUpdate = convertConflict((current: UpdateResponse) => updateFromResponse(kind, current));
  return savedBy(requests[kind].changeUpdate(update, change, write)).catch(toUpdate);
}

export function deleteUpdate(kind: NoticeKind, update: NoticeUpdate): Promise<Saved> {
  return savedBy(requests[kind].deleteUpdate(update));
}

export function deleteNotice({ kind, noticeID }: Notice, restoreComponents: boolean): Promise<Saved> {
  return savedBy(requests[kind].delete(noticeID, restoreComponents));
}
