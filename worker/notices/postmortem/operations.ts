import { operationTexts } from "../../openapi/operation-text.ts";

export const postmortemOperations = operationTexts("Incident write-ups", {
  getPostmortem: {
    summary: "Get the write-up of an incident",
    description:
      "Returns the write-up (postmortem). A draft needs an administrator or an API key of the scope `notices`: others get 404. Visitors read a published one at `/incidents/{incidentID}/postmortem`.",
  },
  getPostmortemOutline: {
    summary: "Outline the write-up of an incident",
    description:
      "Returns the beginning of a write-up, made from the record: the duration, the timeline, and how long each component had which status. Nothing is stored.",
  },
  savePostmortem: {
    summary: "Save the write-up of an incident",
    description:
      "Changes the fields in the body. If the incident has no write-up, it creates one: a draft, unless `state` is Published. The incident must be resolved. If it is reopened later, the write-up keeps its state, and it can only be unpublished or deleted until the incident is resolved again.",
  },
  deletePostmortem: {
    summary: "Delete the write-up of an incident",
    description:
      "Deletes the write-up, published or not. Emails about it that haven't been sent yet are withdrawn. Also succeeds if it was already deleted.",
  },
});
