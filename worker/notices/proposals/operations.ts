import { operationTexts } from "../../openapi/operation-text.ts";
import { MAX_PROPOSALS } from "./domain.ts";

export const proposalOperations = operationTexts("Proposals", {
  listProposals: {
    summary: "List proposals",
    description: "Returns every proposal, newest first.",
  },
  getProposal: {
    summary: "Get a proposal",
    description: "Returns the proposal. Calls that change or publish it take its `ETag` in `If-Match`.",
  },
  createProposal: {
    summary: "Propose an incident",
    description: `Keeps an incident that nobody sees but administrators, until one of them publishes or discards it. Components keep their statuses, and no email is sent. There can be at most ${MAX_PROPOSALS} proposals.`,
  },
  updateProposal: {
    summary: "Update a proposal",
    description: "Changes the fields in the body and keeps the others. `components` replaces the whole list.",
  },
  publishProposal: {
    summary: "Publish a proposal",
    description:
      "Creates an incident from the proposal, as a POST to `incidents` does, and removes the proposal. The fields in the body take precedence over those of the proposal. Subscribers get an email unless `notifySubscribers` is false. Of several calls that publish the same proposal, one succeeds, and the others get 404.",
  },
  discardProposal: {
    summary: "Discard a proposal",
    description: "Deletes the proposal. Also succeeds if it was already published or discarded.",
  },
});
