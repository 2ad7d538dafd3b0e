import type { Proposal } from "../../../../worker/notices/proposals/schema.ts";

/** The proposal that a new incident is made of. */
export interface ProposalSource {
  proposalID: string;
  stored: Proposal | undefined;
  /** It was published or discarded, so the form adds an incident. */
  isGone: boolean;
}

/** The form's draft, as for `useDraft`. */
export const proposalDraftName = (proposalID: string) => `incident/proposal-${proposalID}`;

/** What the address of a new incident asks for, if it is about a proposal. */
export function proposalInAddress(search: string) {
  const parameters = new URLSearchParams(search);
  const publish = parameters.get("proposal");
  const discard = parameters.get("discard");
  if (publish !== null) return { action: "publish" as const, proposalID: publish };
  return discard === null ? undefined : { action: "discard" as const, proposalID: discard };
}
