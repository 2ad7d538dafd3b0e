import { operationTexts } from "../../openapi/operation-text.ts";

export const undoOperations = operationTexts("Console", {
  undoWrite: {
    summary: "Undo a write",
    description:
      "Undoes the creation, change or deletion of an incident, a maintenance or an update, with everything that it changed: no update, status change or email is left of it. The `Undo` header of that call's response has the address, if the request had the header `Prefer: undo`. It works for 10 seconds, and only if nothing of it was changed meanwhile.",
  },
});
