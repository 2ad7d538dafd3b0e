import type { ReactNode } from "react";
import { isolateDirection } from "../shared/isolate-direction.ts";
import { FormDialog } from "./form-dialog.tsx";

interface DeleteDialogProps {
  name: string;
  busy: boolean;
  error: Error | null;
  onDelete: () => void;
  onClose: () => void;
  children?: ReactNode;
}

export function DeleteDialog({ name, busy, error, onDelete, onClose, children }: DeleteDialogProps) {
  return (
    <FormDialog
      title={`Delete ${isolateDirection(name)} ?`}
      action="Delete"
      look="danger"
      busy={busy}
      error={error}
      onSubmit={onDelete}
      onClose={onClose}
    >
      <p className="text-muted">This operation can not be undone.</p>
      {children}
    </FormDialog>
  );
}
