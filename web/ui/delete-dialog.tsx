import { FormDialog } from "./form-dialog.tsx";

interface DeleteDialogProps {
  name: string;
  busy: boolean;
  error: Error | null;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteDialog({ name, busy, error, onDelete, onClose }: DeleteDialogProps) {
  return (
    <FormDialog
      title={`Delete ${name} ?`}
      action="Delete"
      look="danger"
      busy={busy}
      error={error}
      onSubmit={onDelete}
      onClose={onClose}
    >
      <p className="text-muted">This operation can not be undone.</p>
    </FormDialog>
  );
}
