import type { ComponentProps } from "react";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { saveProps, type useDraft } from "./draft.ts";

interface DraftDialogProps<Saved>
  extends Omit<ComponentProps<typeof FormDialog>, "busy" | "error" | "conflict" | "restored" | "onSubmit"> {
  form: Pick<ReturnType<typeof useDraft>, "conflict" | "restored">;
  saveAction: {
    isPending: boolean;
    error: Error | null;
    mutate: (input: undefined, options: { onSuccess: (saved: Saved) => void }) => void;
  };
  /** Closes the dialog by default. */
  onSaved?: (saved: Saved) => void;
}

export function DraftDialog<Saved>({ form, saveAction, onSaved, ...dialog }: DraftDialogProps<Saved>) {
  return (
    <FormDialog
      {...dialog}
      {...saveProps(saveAction, form)}
      restored={form.restored}
      onSubmit={() => saveAction.mutate(undefined, { onSuccess: onSaved ?? dialog.onClose })}
    />
  );
}
