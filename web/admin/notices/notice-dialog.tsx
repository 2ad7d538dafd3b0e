import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { unlessConflict, useDraft } from "../draft.ts";
import { NotifyField } from "../mail/notify-field.tsx";
import { ComponentStatusSection } from "./component-status-section.tsx";
import type { Notice, NoticeKind } from "./notice.ts";
import { choose, draftOf, factsOf, isBackwards, isUpdate, newNotice, noticeChange } from "./notice-draft.ts";
import { PreviousUpdates } from "./previous-updates.tsx";
import { canRestore, RestoreField } from "./restore-field.tsx";
import { TimeField } from "./time-field.tsx";

interface NoticeDialogProps<Status extends string> {
  kind: NoticeKind<Status>;
  /** As it is by now, to be updated; without it one is added. */
  notice?: Notice<Status>;
  onClose: () => void;
}

export function NoticeDialog<Status extends string>({ kind, notice, onClose }: NoticeDialogProps<Status>) {
  const queryClient = useQueryClient();
  const { baseline, draft, edit, save, conflict } = useDraft(notice, {
    draftOf: (stored) => draftOf(kind, stored),
    facts: (stored) => factsOf(kind, stored),
  });

  const [notifySubscribers, setNotifySubscribers] = useState(true);
  const [restores, setRestores] = useState(true);
  const offersRestore = draft.status === kind.resolved && canRestore(kind, baseline);

  const saving = useAction({
    title: notice ? `Update ${isolateDirection(notice.name)}` : `Add ${kind.title}`,
    mutationFn: async () => {
      if (!notice) return kind.add({ ...newNotice(draft), notifySubscribers });
      const change = noticeChange(kind, baseline, draft);
      if (Object.keys(change).length === 0) return undefined;
      return save((unchangedSince) =>
        kind.change(
          notice.id,
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
      title={`${notice ? "Update" : "Add"} ${kind.title}`}
      action={notice ? "Update" : "Add"}
      busy={saving.isPending}
      error={unlessConflict(saving.error)}
      conflict={conflict}
      beside={
        <NotifyField
          noticeID={notice?.id ?? ""}
          componentIDs={Object.keys(draft.chosen)}
          tells={!notice || isUpdate(noticeChange(kind, baseline, draft))}
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
        label={kind.statusLabel}
        value={draft.status}
        choices={kind.statuses}
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
      {(notice || kind.components.onAdd) && (
        <ComponentStatusSection
          explanation={kind.components.explanation}
          chosen={draft.chosen}
          planned={baseline && kind.components.isPlanned?.(draft.status) ? baseline.components : []}
          onChoose={(component, choice) => edit({ chosen: choose(draft.chosen, component, choice) })}
        />
      )}
      {notice && <PreviousUpdates kind={kind} notice={notice} />}
    </FormDialog>
  );
}
