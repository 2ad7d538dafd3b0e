import type { OperationText } from "../openapi/operation-text.ts";
import type { NoticeKind } from "./domain.ts";

const kindTexts = {
  incident: { Kind: "Incident", Kinds: "Incidents", a: "an incident" },
  maintenance: { Kind: "Maintenance", Kinds: "Maintenances", a: "a maintenance" },
} as const;

/** `own`: descriptions that can't be derived from the kind's name. */
export function noticeOperations(kind: NoticeKind, own: Record<"create" | "update" | "delete", string>) {
  const { Kind, Kinds, a } = kindTexts[kind];
  const text = (operationId: string, summary: string, description: string): OperationText => {
    return { operationId, tag: Kinds, summary, description };
  };
  return {
    list: text(
      `list${Kinds}`,
      `List ${kind}s`,
      `Returns ${kind}s with their updates, newest first. Long lists are paginated: the \`Link\` header has the address of the next page.`,
    ),
    create: text(`create${Kind}`, `Create ${a}`, own.create),
    get: text(`get${Kind}`, `Get ${a}`, `Returns the ${kind} with its updates, newest first.`),
    update: text(`update${Kind}`, `Update ${a}`, own.update),
    editUpdate: text(
      `edit${Kind}Update`,
      `Edit an update of ${a}`,
      `Edits a published update. If it is the newest, the ${kind}'s \`status\` and \`message\` follow it. No email is sent, and components keep their statuses.`,
    ),
    deleteUpdate: text(
      `delete${Kind}Update`,
      `Delete an update of ${a}`,
      `Deletes an update. The last remaining update can't be deleted. If it was the newest, the ${kind}'s \`status\` and \`message\` follow the next one. Emails about it that haven't been sent yet are withdrawn. Also succeeds if the update was already deleted.`,
    ),
    delete: text(`delete${Kind}`, `Delete ${a}`, own.delete),
  };
}
