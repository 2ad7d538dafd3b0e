import { useState } from "react";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { useAction } from "../action.ts";
import { eraseSubscriber } from "./calls.ts";

interface EraseDialogProps {
  emailAddress: string;
  onErased: (emailAddress: string) => void;
  onClose: () => void;
}

export function EraseDialog({ emailAddress, onErased, onClose }: EraseDialogProps) {
  const [alsoMark, setAlsoMark] = useState(false);
  const eraseAction = useAction({
    title: `Erase ${emailAddress}`,
    mutationFn: () => eraseSubscriber({ emailAddress, keepMark: !alsoMark }),
    onSuccess: () => onErased(emailAddress),
  });
  return (
    <FormDialog
      title={`Erase ${emailAddress}?`}
      action="Erase"
      variant="danger"
      busy={eraseAction.isPending}
      error={eraseAction.error}
      onSubmit={eraseAction.mutate}
      onClose={onClose}
    >
      <p>
        The address, its choices and times are deleted. Sent emails are still counted, without the recipient.
        Links in earlier emails stop working. This can't be undone.
      </p>
      <CheckField label="Erase the mark, too" checked={alsoMark} onChange={setAlsoMark}>
        {alsoMark
          ? "Nothing stays. Anyone who enters the address can have a confirmation email sent to it, even if it reported spam."
          : "An unreadable mark stays, so at most one confirmation email in 30 days is sent to the address."}
      </CheckField>
    </FormDialog>
  );
}
