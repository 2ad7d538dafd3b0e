import { queryOptions } from "@tanstack/react-query";
import type { Postmortem, PostmortemChange } from "../../../worker/notices/postmortem/schema.ts";
import { APIError, adminAPI, readBody, type Write } from "../api/api.ts";
import { isNotFound } from "../api/error-status.ts";
import { polling } from "../api/query-client.ts";

const CONFLICT = 409;

/** The `updatedAt` of a write-up that nobody has saved yet. */
const NEVER = "";

export const isSaved = ({ updatedAt }: Postmortem) => updatedAt !== NEVER;

export function postmortemQuery(incidentID: string) {
  return queryOptions({
    ...polling,
    // Polls would be 404s while there is no write-up. One that someone else begins is a conflict when this one is saved.
    refetchInterval: (query) =>
      query.state.data && !isSaved(query.state.data) ? false : polling.refetchInterval(query),
    queryKey: ["postmortem", incidentID],
    queryFn: () =>
      readBody(adminAPI().incidents[":incidentID"].postmortem.$get({ param: { incidentID } })).catch(
        (error: unknown) => {
          if (isNotFound(error)) return unsaved(incidentID);
          throw error;
        },
      ),
  });
}

/** @throws APIError 409 with what is stored now, if someone else has saved or deleted it meanwhile */
export async function savePostmortem(
  incidentID: string,
  json: PostmortemChange,
  { unchangedSince = NEVER, requestID }: Write,
): Promise<Postmortem> {
  const creates = unchangedSince === NEVER;
  const write = creates ? { requestID } : { unchangedSince, requestID };
  const { postmortem } = adminAPI(write).incidents[":incidentID"];
  const onlyCreate = { headers: { "If-None-Match": "*" } };
  const request = postmortem.$patch({ param: { incidentID }, json }, creates ? onlyCreate : {});
  return readBody(request).catch((error: unknown) => {
    if (creates || !isNotFound(error)) throw error;
    throw new APIError(error.message, CONFLICT, unsaved(incidentID));
  });
}

export async function deletePostmortem({ incidentID }: Postmortem): Promise<void> {
  await readBody(adminAPI().incidents[":incidentID"].postmortem.$delete({ param: { incidentID } }));
}

export function outlineQuery(incidentID: string) {
  const { outline } = adminAPI().incidents[":incidentID"].postmortem;
  return queryOptions({
    queryKey: ["postmortem-outline", incidentID],
    queryFn: () => readBody(outline.$get({ param: { incidentID } })),
  });
}

function unsaved(incidentID: string): Postmortem {
  const times = { createdAt: NEVER, updatedAt: NEVER, publishedAt: null, notifiedAt: null };
  return { incidentID, body: "", state: "Draft", ...times };
}
