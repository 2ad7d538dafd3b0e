import { operationTexts } from "../../openapi/operation-text.ts";

export const previewOperations = operationTexts("Console", {
  previewNotice: {
    summary: "Preview a write",
    description:
      "Returns what creating, changing or deleting an incident or a maintenance would do: the message as HTML, the page's headline before and after, the components that would be restored, and the email with the number of its recipients. Nothing is changed.",
  },
});
