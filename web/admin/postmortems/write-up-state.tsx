import { postmortemPath } from "../../../worker/notices/postmortem/domain.ts";
import type { Postmortem } from "../../../worker/notices/postmortem/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { useRecipients } from "../mail/calls.ts";
import { usePageURL } from "../page-url.ts";
import { formatDateTime } from "../times/dates.ts";
import { isSaved } from "./calls.ts";

interface WriteUpStateProps {
  stored: Postmortem;
  isUnpublishing: boolean;
  onNotify: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
}

export function WriteUpState({ stored, isUnpublishing, onNotify, onUnpublish, onDelete }: WriteUpStateProps) {
  const { incidentID, publishedAt, notifiedAt } = stored;
  const { audience, canNotify } = useRecipients(incidentID, []);
  const address = usePageURL(postmortemPath(incidentID));
  const offersEmail = publishedAt !== null && notifiedAt === null && audience && canNotify;
  if (!isSaved(stored)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          <span
            aria-hidden="true"
            className={`size-2.5 rounded-full ${publishedAt ? "bg-status-green" : "bg-status-grey"}`}
          />
          {publishedAt ? "Published" : "Draft"}
        </p>
        <p className="text-muted">{explanation(stored)}</p>
        {publishedAt && <ExternalLink href={address}>View on status page</ExternalLink>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {offersEmail && <Button onClick={onNotify}>Email subscribers …</Button>}
        {publishedAt && (
          <Button busy={isUnpublishing} onClick={onUnpublish}>
            Unpublish
          </Button>
        )}
        <Button onClick={onDelete}>Delete …</Button>
      </div>
    </div>
  );
}

function explanation({ publishedAt, notifiedAt, updatedAt }: Postmortem): string {
  if (publishedAt === null) return `Only administrators see it. Saved at ${formatDateTime(updatedAt)}.`;
  const published = `Visitors can read it. Published at ${formatDateTime(publishedAt)}.`;
  return notifiedAt ? `${published} Subscribers got one email.` : published;
}
