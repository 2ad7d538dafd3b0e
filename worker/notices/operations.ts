import type { OperationText } from "../openapi/operation-text.ts";
import type { NoticeKind } from "./domain.ts";

const words = {
  incident: { Kind: "Incident", Kinds: "Incidents", a: "an incident" },
  maintenance: { Kind: "Maintenance", Kinds: "Maintenances", a: "a maintenance" },
} as const;

/** The texts of the calls that incidents and maintenances have; `own` are descriptions that differ in more than a word. */
export function noticeOperations(kind: NoticeKind, own: Record<"create" | "update" | "delete", string>) {
  const { Kind, Kinds, a } = words[kind];
  const text = (operationId: string, summary: string, description: string): OperationText => {
    return { operationId, tag: Kinds, summary, description };
  };
  return {
    list: text(
      `list${Kinds}`,
      `List ${kind}s`,
      `Returns ${kind}s with their updates, the newest first. A long list comes in pages: the \`Link\` header has the address of the next one.`,
    ),
    create: text(`create${Kind}`, `Create ${a}`, own.create),
    get: text(`get${Kind}`, `Get ${a}`, `Returns the ${kind} with its updates, the newest first.`),
    update: text(`update${Kind}`, `Update ${a}`, own.update),
    editUpdate: text(
      `edit${Kind}Update`,
      `Edit an update of ${a}`,
      `Corrects an update that was published. If it is the newest, the ${kind}'s \`status\` and \`message\` follow it. No email is sent, and components keep their status.`,
    ),
    deleteUpdate: text(
      `delete${Kind}Update`,
      `Delete an update of ${a}`,
      `Deletes one update while another is left. If it was the newest, the ${kind}'s \`status\` and \`message\` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.`,
    ),
    delete: text(`delete${Kind}`, `Delete ${a}`, own.delete),
  };
}
