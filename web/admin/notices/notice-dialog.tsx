import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  appendsUpdate,
  type Notice,
  type NoticeKind,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { unlessConflict, useDraft } from "../draft.ts";
import { NotifyField } from "../mail/notify-field.tsx";
import { changeNotice, createNotice } from "./calls.ts";
import { ComponentStatusSection } from "./component-status-section.tsx";
import { choose, draftOf, factsOf, isBackwards, newNotice, noticeChange } from "./notice-draft.ts";
import { PreviousUpdates } from "./previous-updates.tsx";
import { canRestore, RestoreField } from "./restore-field.tsx";
import { noticeTexts } from "./texts.ts";
import { TimeField } from "./time-field.tsx";

interface NoticeDialogProps {
  kind: NoticeKind;
  /** The notice to update. Without it the dialog adds one. */
  notice?: Notice;
  onClose: () => void;
}

export function NoticeDialog({ kind, notice, onClose }: NoticeDialogProps) {
  const texts = noticeTexts[kind];
  const queryClient = useQueryClient();
  const { baseline, draft, edit, save, conflict } = useDraft(notice, {
    draftOf: (stored) => draftOf(kind, stored),
    facts: factsOf,
  });

  const [notifySubscribers, setNotifySubscribers] = useState(true);
  const [restores, setRestores] = useState(true);
  const offersRestore = draft.status === "Resolved" && canRestore(baseline);

  const saving = useAction({
    title: notice ? `Update ${isolateDirection(notice.name)}` : `Add ${texts.title}`,
    mutationFn: async () => {
      if (!notice) return createNotice(kind, { ...newNotice(draft), notifySubscribers });
      const change = noticeChange(kind, baseline, draft);
      if (Object.keys(change).length === 0) return undefined;
      return save((unchangedSince) =>
        changeNotice(
          notice,
          { ...change, notifySubscribers, ...(offersRestore && { restoreComponents: restores }) },
          unchangedSince,
        ),
      );
    },
    // It changes its components too.
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <FormDialog
      title={`${notice ? "Update" : "Add"} ${texts.title}`}
      action={notice ? "Update" : "Add"}
      busy={saving.isPending}
      error={unlessConflict(saving.error)}
      conflict={conflict}
      beside={
        <NotifyField
          noticeID={notice?.noticeID ?? ""}
          componentIDs={Object.keys(draft.chosen)}
          sendsEmail={!notice || appendsUpdate(noticeChange(kind, baseline, draft))}
          checked={notifySubscribers}
          onChange={setNotifySubscribers}
        />
      }
      commandEnterOnly
      onSubmit={() => saving.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        focusFirst={!notice}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <SelectField
        label={texts.statusLabel}
        value={draft.status}
        choices={noticeStatuses[kind]}
        onChange={(status) => edit({ status })}
      />
      {draft.startAt !== undefined && (
        <TimeField label="Start Time" value={draft.startAt} onChange={(startAt) => edit({ startAt })} />
      )}
      {draft.endAt !== undefined && (
        <TimeField
          label="End Time"
          value={draft.endAt}
          problem={isBackwards(draft) && "End time must be after start time."}
          onChange={(endAt) => edit({ endAt })}
        />
      )}
      <TextField
        label="Message"
        rows={2}
        focusFirst={Boolean(notice)}
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      {offersRestore && <RestoreField checked={restores} onChange={setRestores} />}
      {(notice || kind === "incident") && (
        <ComponentStatusSection
          explanation={texts.componentsExplanation}
          chosen={draft.chosen}
          planned={baseline && draft.status === "Scheduled" ? baseline.components : []}
          onChoose={(component, choice) => edit({ chosen: choose(draft.chosen, component, choice) })}
        />
      )}
      {notice && <PreviousUpdates notice={notice} />}
    </FormDialog>
  );
}
