import { queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import type { NewNotice } from "../../../../worker/notices/domain.ts";
import type {
  NewProposal,
  Proposal,
  ProposalChange,
  ProposalPublication,
} from "../../../../worker/notices/proposals/schema.ts";
import { APIError, adminAPI, readBody, type Saved, savedBy, undoableAPI, type Write } from "../../api/api.ts";
import { isNotFound } from "../../api/error-status.ts";
import { polling } from "../../api/query-client.ts";
import { isKeyUsed } from "../../drafts/save-draft.ts";
import { noticeConflict } from "../write-calls.ts";

export function proposalItem(proposalID: string) {
  return queryOptions({
    ...polling,
    queryKey: ["proposals", proposalID],
    queryFn: () => readBody(adminAPI().proposals[":proposalID"].$get({ param: { proposalID } })),
  });
}

type ProposedFields = Pick<NewNotice, "name" | "status" | "message" | "components">;

/** These are methods rather than functions, so that each can be stricter about the status, as those of a notice are. */
interface Requests {
  keep(json: ProposedFields, requestID: string): Promise<Proposal>;
  change(proposalID: string, json: ProposedFields, write: Write): Promise<Proposal>;
  publish(proposalID: string, json: NewNotice, write: Write): Promise<ClientResponse<unknown>>;
}

const requests: Requests = {
  keep: (json: NewProposal, requestID) => readBody(adminAPI({ requestID }).proposals.$post({ json })),
  change: (proposalID, json: ProposalChange, write) =>
    readBody(adminAPI(write).proposals[":proposalID"].$patch({ param: { proposalID }, json })),
  publish(proposalID, json: ProposalPublication, write) {
    const { publish } = undoableAPI(write).proposals[":proposalID"];
    return publish.$post({ param: { proposalID }, json });
  },
};

export function keepProposal(json: ProposedFields, requestID: string): Promise<Proposal> {
  return requests.keep(json, requestID);
}

export function changeProposal(proposalID: string, json: ProposedFields, write: Write): Promise<Proposal> {
  return requests.change(proposalID, json, write).catch(explainEnd);
}

export async function discardProposal(proposalID: string): Promise<void> {
  await readBody(adminAPI().proposals[":proposalID"].$delete({ param: { proposalID } }));
}

/** @throws APIError 404 if it was published or discarded meanwhile, 409 with the current proposal, or 422 with an incident */
export function publishProposal(proposalID: string, json: NewNotice, write: Write): Promise<Saved> {
  return savedBy(requests.publish(proposalID, json, write))
    .catch(explainEnd)
    .catch(convertPublished);
}

function explainEnd(error: unknown): never {
  throw isNotFound(error) ? new APIError(GONE, error.status) : error;
}

const GONE =
  "Someone else has published or discarded this proposal. Nothing you typed is lost. Look at the open incidents first, then press Add to add it as another incident.";

/** An earlier try with the same key, whose response was lost, has published it. */
function convertPublished(error: unknown): never {
  if (!isKeyUsed(error)) throw error;
  return noticeConflict("incident")(error);
}
