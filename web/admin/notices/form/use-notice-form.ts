import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  appendsUpdate,
  isOpen,
  isRunning,
  type Notice,
  type NoticeKind,
  type NoticeStatus,
} from "../../../../worker/notices/domain.ts";
import type { Proposal } from "../../../../worker/notices/proposals/schema.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { useAction } from "../../action.ts";
import { isNotFound } from "../../api/error-status.ts";
import { useDraft } from "../../drafts/draft.ts";
import type { Form } from "../../drafts/form.ts";
import { useRecipients } from "../../mail/calls.ts";
import { noticeItem } from "../calls.ts";
import { planSave } from "../plan-save.ts";
import { publishProposal } from "../proposals/calls.ts";
import {
  type Editable,
  editableDraft,
  editableFields,
  toNotice,
  toProposal,
} from "../proposals/proposal-draft.ts";
import type { ProposalSource } from "../proposals/source.ts";
import { noticeTexts } from "../texts.ts";
import { changeNotice, createNotice } from "../write-calls.ts";
import { recipientsText, savedText, toAnnouncement } from "./announcements.ts";
import { type NoticeDraft, noticeChange } from "./notice-draft.ts";
import { useRestoredStatuses } from "./restore-field.tsx";

interface NoticeFormOptions {
  /** Names its draft. The dialog and the composer of a notice have one each. */
  name: string;
  notice: Notice | undefined;
  prefill?: Partial<NoticeDraft> | undefined;
  source?: ProposalSource | undefined;
  /** The notice's own screen offers a write-up itself. */
  isOnScreen?: boolean;
}

/** The dialog and the composer of a notice use the same logic for drafts, recipients, restored statuses and the request. */
export function useNoticeForm(kind: NoticeKind, options: NoticeFormOptions) {
  const { name, notice: given, prefill, source, isOnScreen = false } = options;
  const queryClient = useQueryClient();
  const noteID = useId();
  const form = formDefinition(kind, prefill);
  const { draft, edit, save, restoreSent, ...edited } = useDraft(name, given ?? source?.stored, form);
  const baseline = toNotice(edited.baseline);
  const proposal = source?.isGone ? undefined : toProposal(edited.baseline);
  const notice = given ?? baseline;
  const noticeID = notice?.noticeID ?? "";
  const planned = planSave(kind, { notice, baseline, draft });
  const { change, newFields, appends, sendsEmail, notifies, request } = planned;
  const { audience, canNotify } = useRecipients(noticeID, Object.keys(draft.components));

  const saveAction = useAction({
    title: saveTitle(kind, notice, proposal),
    mutationFn: async () => {
      if (proposal) return save((write) => publishProposal(proposal.proposalID, newFields, write));
      if (!notice) return save(({ requestID }) => createNotice(kind, newFields, requestID));
      if (Object.keys(change).length === 0) return undefined;
      return save((write, unsaved) => {
        const unsavedChange = noticeChange(kind, toNotice(unsaved.baseline), unsaved.draft);
        return changeNotice(notice, { ...unsavedChange, ...planned.options }, write);
      });
    },
    announce: (saved) =>
      saved &&
      toAnnouncement(saved, {
        text: `${proposal ? "Proposal published." : savedText(kind, { adds: !notice, appends, ends: ends(notice, draft) })} ${recipientsText(audience, canNotify && notifies && sendsEmail)}`,
        kind,
        noticeID: notice?.noticeID ?? saved.createdID ?? "",
        offersWriteUp: !isOnScreen && lacksWriteUp(notice, draft),
        onUndone: restoreSent,
      }),
    onSuccess: () => showSaved(queryClient, kind, noticeID),
    // The form has to know that its proposal is gone.
    onError: (error) => void (isNotFound(error) && queryClient.invalidateQueries()),
  });

  return {
    /** The notice that a save updates: the given one, or the one that an earlier try has added. */
    notice,
    proposal,
    draft,
    edit,
    save,
    isEdited: edited.isEdited,
    reset: edited.reset,
    conflict: edited.conflict,
    restored: edited.restored,
    saveAction,
    hasUpdate: appendsUpdate(change),
    planned: usePlannedStatuses({ baseline, draft, ...planned }),
    beforeSending: { request, name: draft.name, status: draft.status },
    notifyField: canNotify ? notifyField(planned, { audience, noteID, draft, edit }) : undefined,
    ...optionFields(planned, { baseline, draft, edit }),
  };
}

function formDefinition(
  kind: NoticeKind,
  prefill: NoticeFormOptions["prefill"],
): Form<Editable, NoticeDraft> {
  return { toDraft: (item) => editableDraft(kind, item, prefill), comparedFields: editableFields };
}

function saveTitle(kind: NoticeKind, notice: Notice | undefined, proposal: Proposal | undefined): string {
  if (proposal) return `Publish ${isolateDirection(proposal.name)}`;
  return notice ? `Update ${isolateDirection(notice.name)}` : `Add ${noticeTexts[kind].title}`;
}

/** The form is cleared only when the notice's screen shows the update. */
async function showSaved(queryClient: QueryClient, kind: NoticeKind, noticeID: string): Promise<void> {
  void queryClient.invalidateQueries();
  const { queryKey } = noticeItem(kind, noticeID);
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

interface EditedDraft {
  baseline: Notice | undefined;
  draft: NoticeDraft;
  edit: (change: Partial<NoticeDraft>) => void;
}

interface NotifyFieldOptions extends Pick<EditedDraft, "draft" | "edit"> {
  audience: ReturnType<typeof useRecipients>["audience"];
  noteID: string;
}

/** It is undefined for a backfilled incident, which sends no email. */
function notifyField(
  { isNewTime, sendsEmail, asksWhether }: ReturnType<typeof planSave>,
  { audience, noteID, draft, edit }: NotifyFieldOptions,
) {
  if (draft.over) return undefined;
  return {
    audience,
    noteID,
    isNewTime,
    sendsEmail,
    checked: draft[asksWhether],
    onChange: (checked: boolean) => edit({ [asksWhether]: checked }),
  };
}

/** A field is undefined if the form doesn't show it. */
function optionFields(
  { setsTimes, offersRestore, request }: ReturnType<typeof planSave>,
  { baseline, draft, edit }: EditedDraft,
) {
  return {
    earlyWindowField:
      baseline && !setsTimes
        ? {
            notice: baseline,
            status: draft.status,
            moves: draft.movesWindow,
            onChange: (movesWindow: boolean) => edit({ movesWindow }),
          }
        : undefined,
    restoreField: offersRestore
      ? {
          request,
          checked: draft.restoreComponents,
          onChange: (checked: boolean) => edit({ restoreComponents: checked }),
        }
      : undefined,
  };
}

/** Tells whether a change ends an incident that has no write-up. A reopened incident can have a published one. */
function lacksWriteUp(before: Notice | undefined, draft: NoticeDraft): boolean {
  if (before?.kind !== "incident" || before.postmortemPublishedAt) return false;
  return ends(before, draft);
}

function ends(before: Notice | undefined, draft: NoticeDraft): boolean {
  return before !== undefined && isOpen(before) && !isOpen(draft);
}

/** The statuses that a save gives to components if nobody chooses others for them. */
function usePlannedStatuses({
  baseline,
  draft,
  offersRestore,
  request,
}: Pick<EditedDraft, "baseline" | "draft"> &
  Pick<ReturnType<typeof planSave>, "offersRestore" | "request">): Notice["components"] {
  const restored = useRestoredStatuses(offersRestore && draft.restoreComponents ? request : undefined);
  if (!baseline) return [];
  if (setsPlannedStatuses(baseline, draft.status)) return baseline.components;
  return baseline.components.flatMap((component) => {
    const status = restored.get(component.componentID);
    return status ? [{ ...component, status }] : [];
  });
}

/** Whether components have, or get, the statuses that a maintenance plans: it is scheduled, or the change starts it. */
function setsPlannedStatuses(before: Notice, status: NoticeStatus): boolean {
  return status === "Scheduled" || (before.status === "Scheduled" && isRunning(status));
}
