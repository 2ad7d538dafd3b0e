import { infiniteQueryOptions } from "@tanstack/react-query";
import type {
  Incident,
  IncidentChange,
  IncidentUpdateChange,
  NewIncident,
} from "../../../worker/incidents/schema.ts";
import { accepted, administrator, answer, fresh } from "../api.ts";

/** Pages of incidents, newest first. A page is told from the next by the cursor that the server gave. */
export const incidentList = infiniteQueryOptions({
  queryKey: ["incidents"],
  queryFn: ({ pageParam }) => incidentPage(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.older,
});

async function incidentPage(before: string | undefined) {
  const query = before === undefined ? fresh.query : { ...fresh.query, before };
  const response = await accepted(administrator().incidents.$get({ query }));
  return { incidents: await response.json(), older: olderThan(response.headers.get("Link")) };
}

/** The cursor in a `Link: <…?before=…>; rel="next"` header (RFC 8288). */
function olderThan(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  // The address may be relative to the API's: only its query matters.
  return target && (new URL(target, "http://api").searchParams.get("before") ?? undefined);
}

export function addIncident(json: NewIncident): Promise<Incident> {
  return answer(administrator().incidents.$post({ json }));
}

export function changeIncident(incidentID: string, json: IncidentChange): Promise<Incident> {
  return answer(administrator().incidents[":incidentID"].$patch({ param: { incidentID }, json }));
}

export async function changeIncidentUpdate(
  { incidentID, incidentUpdateID }: { incidentID: string; incidentUpdateID: string },
  json: IncidentUpdateChange,
): Promise<void> {
  const incident = administrator().incidents[":incidentID"];
  await answer(
    incident.incidentupdates[":incidentUpdateID"].$patch({ param: { incidentID, incidentUpdateID }, json }),
  );
}

export async function deleteIncident(incidentID: string): Promise<void> {
  await answer(administrator().incidents[":incidentID"].$delete({ param: { incidentID } }));
}
