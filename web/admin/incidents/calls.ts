import type { Incident, IncidentChange, NewIncident } from "../../../worker/incidents/schema.ts";
import { administrator, answer, currentAs } from "../api.ts";
import type { Notice, NoticeUpdate } from "../notices/notice.ts";
import { noticePages } from "../notices/notice-pages.ts";

export const incidentList = noticePages(
  "incidents",
  (query) => administrator().incidents.$get(query),
  noticeOf,
);

function noticeOf({ incidentID, incidentUpdates, ...incident }: Incident): Notice<Incident["status"]> {
  const updates = incidentUpdates.map(({ incidentUpdateID, incidentStatus, ...update }) => {
    return { id: incidentUpdateID, status: incidentStatus, ...update };
  });
  return { id: incidentID, ...incident, updates };
}

export async function addIncident(json: NewIncident): Promise<void> {
  await answer(administrator().incidents.$post({ json }));
}

export async function changeIncident(
  incidentID: string,
  json: IncidentChange,
  unchangedSince: string | undefined,
): Promise<void> {
  const incident = administrator(unchangedSince).incidents[":incidentID"];
  await answer(incident.$patch({ param: { incidentID }, json })).catch(currentAs(noticeOf));
}

export async function changeIncidentMessage(
  incidentID: string,
  on: Pick<NoticeUpdate<Incident["status"]>, "id" | "updatedAt">,
  message: string,
): Promise<void> {
  const { incidentupdates } = administrator(on.updatedAt).incidents[":incidentID"];
  const param = { incidentID, incidentUpdateID: on.id };
  await answer(incidentupdates[":incidentUpdateID"].$patch({ param, json: { message } }));
}

export async function deleteIncident(incidentID: string, restoresComponents: boolean): Promise<void> {
  const query = restoresComponents && { query: { restoreComponents: "true" } };
  await answer(administrator().incidents[":incidentID"].$delete({ param: { incidentID }, ...query }));
}
