import type { ReactNode } from "react";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { FormDialog } from "./form-dialog.tsx";

interface DeleteDialogProps {
  name: string;
  busy: boolean;
  error: Error | null;
  onDelete: () => void;
  onClose: () => void;
  /** Whether the toast about the deletion offers to undo it. */
  offersUndo?: boolean;
  children?: ReactNode;
}

export function DeleteDialog({
  name,
  busy,
  error,
  onDelete,
  onClose,
  offersUndo = false,
  children,
}: DeleteDialogProps) {
  return (
    <FormDialog
      title={`Delete ${isolateDirection(name)} ?`}
      action="Delete"
      variant="danger"
      busy={busy}
      error={error}
      onSubmit={onDelete}
      onClose={onClose}
    >
      <p className="text-muted">This operation can not be undone.</p>
      {offersUndo && (
        <p className="text-muted">It is final after ten seconds. Until then, you can press Undo.</p>
      )}
      {children}
    </FormDialog>
  );
}
