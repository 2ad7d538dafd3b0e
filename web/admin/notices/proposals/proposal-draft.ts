import type { Notice, NoticeKind } from "../../../../worker/notices/domain.ts";
import type { Proposal } from "../../../../worker/notices/proposals/schema.ts";
import type { ComparedFields } from "../../drafts/form.ts";
import { comparedFields, type NoticeDraft, newNotice, toDraft } from "../form/notice-draft.ts";

/** A form of a notice edits it, or a proposal that becomes one. */
export type Editable = Notice | Proposal;

export function toProposal(stored: Editable | undefined): Proposal | undefined {
  return stored && "proposalID" in stored ? stored : undefined;
}

export function toNotice(stored: Editable | undefined): Notice | undefined {
  return stored && !("proposalID" in stored) ? stored : undefined;
}

export function editableDraft(
  kind: NoticeKind,
  stored: Editable | undefined,
  prefill: Partial<NoticeDraft> | undefined,
): NoticeDraft {
  if (!stored) return { ...toDraft(kind, undefined), ...prefill };
  if (!("proposalID" in stored)) return toDraft(kind, stored);
  const { name, status, message, components } = stored;
  return {
    ...toDraft("incident", undefined),
    name,
    status,
    message,
    components: Object.fromEntries(components.map((each) => [each.componentID, each.status])),
  };
}

export function editableFields(stored: Editable): ComparedFields {
  if (!("proposalID" in stored)) return comparedFields(stored);
  const { name, status, message, components } = stored;
  return {
    name: { label: "Name", value: name },
    status: { label: "Incident Status", value: status },
    message: { label: "Message", value: message },
    components: {
      label: "The list of component statuses",
      value: components.map((each) => each.status).join(", "),
    },
  };
}

/** A proposal has no times: it begins when it is published. */
export const canBeProposal = ({ over, createdAt }: NoticeDraft) => !over && createdAt === undefined;

export function proposalFields(draft: NoticeDraft) {
  const { name, status, message, components } = newNotice(draft);
  return { name, status, message, components };
}
