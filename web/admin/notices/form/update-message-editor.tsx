import type { NoticeKind, NoticeUpdate } from "../../../../worker/notices/domain.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { useUpdateEdit } from "../use-update-edit.ts";

interface UpdateMessageEditorProps {
  kind: NoticeKind;
  update: NoticeUpdate;
  onClose: () => void;
}

/** Edits the message of a previous update in its place. The dialog around it is a form, so this is none. */
export function UpdateMessageEditor({ kind, update, onClose }: UpdateMessageEditorProps) {
  const { draft, edit, change, restored, onSave, actions } = useUpdateEdit(kind, update, onClose);
  const { status, createdAt } = change;

  return (
    <fieldset
      data-own-escape
      className="grid min-w-0 gap-2 pr-1.5"
      aria-label="Edit message"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
        event.stopPropagation(); // The dialog around it must not be sent.
        if (!actions.busy) onSave();
      }}
    >
      <DraftNotice restored={restored} />
      <TextField
        label="Edited message"
        rows={1}
        autoFocus
        // The button of the dialog around it would close it.
        problem={draft.message !== update.message ? "Save or cancel the edited message first." : undefined}
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      {/* The editor on the screen of the notice has fields for them. */}
      {(status ?? createdAt) !== undefined && (
        <p className="text-muted">Your draft also changes the update's status or time.</p>
      )}
      <FormActions action="Save" onCancel={onClose} onSave={onSave} {...actions} />
    </fieldset>
  );
}
