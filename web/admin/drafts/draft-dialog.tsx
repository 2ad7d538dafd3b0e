import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { unlessConflict } from "./draft.ts";

interface DraftDialogProps<Saved>
  extends Omit<ComponentProps<typeof FormDialog>, "busy" | "error" | "onSubmit"> {
  saveAction: UseMutationResult<Saved, Error, void>;
  /** Closes the dialog by default. */
  onSaved?: (saved: Saved) => void;
}

export function DraftDialog<Saved>({ saveAction, onSaved, ...dialog }: DraftDialogProps<Saved>) {
  return (
    <FormDialog
      {...dialog}
      busy={saveAction.isPending}
      error={unlessConflict(saveAction.error)}
      onSubmit={() => saveAction.mutate(undefined, { onSuccess: onSaved ?? dialog.onClose })}
    />
  );
}
