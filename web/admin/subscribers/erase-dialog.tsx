import { useState } from "react";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { useAction } from "../action.ts";
import { eraseSubscriber, type ListedSubscriber } from "./calls.ts";
import { addressText } from "./subscriber-texts.ts";

interface EraseDialogProps {
  subscriber: ListedSubscriber;
  onErased: () => void;
  onClose: () => void;
}

export function EraseDialog({ subscriber, onErased, onClose }: EraseDialogProps) {
  const { subscriberID } = subscriber;
  const address = addressText(subscriber);
  const [alsoMark, setAlsoMark] = useState(false);
  const eraseAction = useAction({
    title: `Erase ${address}`,
    mutationFn: () => eraseSubscriber({ subscriberID, keepMark: !alsoMark }),
    announce: () => ({ text: `Erased ${address}` }),
    onSuccess: onErased,
  });
  return (
    <FormDialog
      title={`Erase ${address}?`}
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
      <CheckField label="Also forget that it was here" checked={alsoMark} onChange={setAlsoMark}>
        {alsoMark
          ? "Nothing stays. Anyone who enters the address can have a confirmation email sent to it, even if it reported spam."
          : "A fingerprint of the address stays, so that nobody can flood it with confirmation emails."}
      </CheckField>
    </FormDialog>
  );
}
