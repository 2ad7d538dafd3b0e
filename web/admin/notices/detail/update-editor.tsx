import { type NoticeKind, type NoticeUpdate, noticeStatuses } from "../../../../worker/notices/domain.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { TimeField } from "../form/time-field.tsx";
import { useUpdateEdit } from "../use-update-edit.ts";

interface UpdateEditorProps {
  kind: NoticeKind;
  update: NoticeUpdate;
  onClose: () => void;
}

export function UpdateEditor({ kind, update, onClose }: UpdateEditorProps) {
  const { draft, edit, restored, onSave, actions } = useUpdateEdit(kind, update, onClose);

  return (
    <Form className="grid gap-3" busy={actions.busy} commandEnterOnly onSubmit={onSave}>
      <DraftNotice restored={restored} />
      <TextField
        label="Edited message"
        rows={1}
        autoFocus
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      <SelectField
        label="Status of this update"
        value={draft.status}
        choices={noticeStatuses[kind]}
        onChange={(status) => edit({ status })}
      />
      <TimeField label="Posted at" value={draft.createdAt} onChange={(createdAt) => edit({ createdAt })} />
      <p className="text-muted">Visitors see the edited update. Edits send no email.</p>
      <FormActions action="Save" commandEnterOnly onCancel={onClose} {...actions} />
    </Form>
  );
}
