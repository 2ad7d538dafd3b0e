import { useState } from "react";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { deleteDrafts } from "../drafts/delete-drafts.ts";
import { draftsOf } from "../drafts/drafts-of.ts";
import { signOut } from "../session/session.ts";

/** A browser whose database hangs must not keep anyone signed in. */
const DELETE_TIMEOUT_MS = SECOND_MS;

interface SignOutDialogProps {
  administrator: string;
  onClose: () => void;
}

export function SignOutDialog({ administrator, onClose }: SignOutDialogProps) {
  const [count] = useState(() => draftsOf(administrator).length);
  const [isDeleting, setDeleting] = useState(false);

  async function deleteAndSignOut() {
    setDeleting(true);
    await Promise.race([
      deleteDrafts(administrator).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, DELETE_TIMEOUT_MS)),
    ]);
    signOut();
  }

  return (
    <FormDialog
      title="Sign out"
      action="Sign out"
      variant="danger"
      busy={isDeleting}
      error={null}
      onSubmit={() => void deleteAndSignOut()}
      onClose={onClose}
    >
      <p>{count === 1 ? "1 draft" : `${count} drafts`} on this device will be deleted.</p>
      <p className="text-muted">
        A draft is text that you typed here and haven't saved. To keep it, cancel and save it first.
      </p>
    </FormDialog>
  );
}
