import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Notice } from "../../../worker/notices/domain.ts";
import { postmortemPath } from "../../../worker/notices/postmortem/domain.ts";
import type { Postmortem } from "../../../worker/notices/postmortem/schema.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { useAction } from "../action.ts";
import { unlessConflict } from "../drafts/draft.ts";
import { useRecipients } from "../mail/calls.ts";
import { recipientsText } from "../mail/people-text.ts";
import type { WriteUp } from "./use-write-up.ts";

interface PublishDialogProps {
  incident: Notice;
  stored: Postmortem;
  writeUp: WriteUp;
  onClose: () => void;
}

/** Publishes the write-up, or sends the email about one that was published without it. */
export function PublishDialog({ incident, stored, writeUp, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient();
  const { audience, canNotify } = useRecipients(incident.noticeID, []);
  const isPublished = stored.state === "Published";
  const [isChecked, setIsChecked] = useState(false);
  const notifySubscribers = isPublished || isChecked;

  const publishAction = useAction({
    title: isPublished ? "Email subscribers" : "Publish write-up",
    mutationFn: () =>
      writeUp.saveWith({ state: "Published", ...(notifySubscribers && { notifySubscribers }) }),
    onSuccess: () => void queryClient.invalidateQueries(),
    announce: () => ({
      text: `${isPublished ? "Sent." : "Published."} ${notifySubscribers ? recipientsText("one email", audience) : ""}`.trim(),
      pagePath: postmortemPath(incident.noticeID),
    }),
  });

  return (
    <FormDialog
      title={isPublished ? "Email subscribers about the write-up" : "Publish write-up"}
      action={isPublished ? "Send" : "Publish"}
      busy={publishAction.isPending}
      error={unlessConflict(publishAction.error)}
      conflict={writeUp.conflict}
      onSubmit={() => publishAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {!isPublished && (
        <p className="text-pretty text-muted">
          Everyone can read it then: on a page of its own, linked from the incident, in feeds and by the API.
        </p>
      )}
      {isPublished && (
        <p className="text-muted">{recipientsText("one email", audience)} This can be done once.</p>
      )}
      {!isPublished && canNotify && (
        <CheckField label="Email subscribers" checked={isChecked} onChange={setIsChecked}>
          {isChecked
            ? `${recipientsText("one email", audience)} Later changes send none.`
            : "No email will be sent now. You can still send one later."}
        </CheckField>
      )}
    </FormDialog>
  );
}
