import { useQueryClient } from "@tanstack/react-query";
import type { Notice } from "../../../../worker/notices/domain.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { useAction } from "../../action.ts";
import { saveProps, useDraft } from "../../drafts/draft.ts";
import { changedFields } from "../../drafts/draft-fields.ts";
import { toAnnouncement } from "../form/announcements.ts";
import { changeNotice } from "../write-calls.ts";

interface NameEditorProps {
  notice: Notice;
  onClose: () => void;
}

const formDefinition = {
  toDraft: (stored: Notice | undefined) => ({ name: stored?.name ?? "" }),
  comparedFields: ({ name }: Notice) => ({ name: { label: "Name", value: name } }),
};

/** Enter saves the name, because a new name sends no email. Escape closes the editor, and the draft stays. */
export function NameEditor({ notice, onClose }: NameEditorProps) {
  const queryClient = useQueryClient();
  const { kind, noticeID } = notice;
  const form = useDraft(`${kind}-name/${noticeID}`, notice, formDefinition);
  const { baseline = notice, draft, edit, save, restoreSent } = form;
  const saveAction = useAction({
    title: `Rename ${isolateDirection(notice.name)}`,
    mutationFn: async () => {
      const change = changedFields(formDefinition.toDraft(baseline), draft);
      if (Object.keys(change).length === 0) return undefined;
      return save((write) => changeNotice(notice, change, write));
    },
    announce: (saved) =>
      saved &&
      toAnnouncement(saved, { text: "Renamed. No email is sent.", kind, noticeID, onUndone: restoreSent }),
    // The editor waits for this, so that the old name does not flash up between the editor and the new one.
    onSuccess: () => queryClient.invalidateQueries(),
  });

  return (
    <Form
      className="@container grid gap-3"
      busy={saveAction.isPending}
      onSubmit={() => saveAction.mutate(undefined, { onSuccess: onClose })}
      onEscape={onClose}
    >
      <DraftNotice restored={form.restored} />
      <TextField label="Name" required autoFocus value={draft.name} onChange={(name) => edit({ name })} />
      <FormActions action="Save" {...saveProps(saveAction, form)} onCancel={onClose} />
    </Form>
  );
}
