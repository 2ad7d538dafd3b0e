import type { Notice, NoticeUpdate } from "../../../../worker/notices/domain.ts";
import { IconButton } from "../../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../../ui/icons/icons.tsx";
import { optionalPart } from "../../../ui/lazy-part.tsx";
import { formatDateTime } from "../../times/dates.ts";
import { PhaseShape } from "../phase-shape.tsx";
import { type EditorHost, EditorSlot } from "./moving-editor.tsx";
import { VisibleMessage } from "./visible-message.tsx";

const SentFigures = optionalPart(
  "sent-figures",
  async () => (await import("../../mail/sent-figures.tsx")).SentFigures,
);

interface TimelineUpdateProps {
  notice: Notice;
  update: NoticeUpdate;
  editor: EditorHost | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

export function TimelineUpdate({ notice, update, editor, onEdit, onDelete }: TimelineUpdateProps) {
  const { status, message, createdAt, updatedAt } = update;
  const postedAt = formatDateTime(createdAt);
  const changedAt = formatDateTime(updatedAt);
  const name = `${status}, ${postedAt}`;

  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-start gap-2.5">
        <PhaseShape status={status} />
        <p className="min-w-0 grow">
          <strong className="font-medium">{status}</strong>
        </p>
        {!editor && (
          <div className="-mx-2 -my-2 flex">
            <IconButton tip="Edit" label={`Edit the update ${name}`} onClick={onEdit}>
              <EditIcon />
            </IconButton>
            {/* A notice needs one update. */}
            {notice.updates.length > 1 && (
              <IconButton tip="Delete" label={`Delete the update ${name}`} onClick={onDelete}>
                <DeleteIcon />
              </IconButton>
            )}
          </div>
        )}
      </div>
      <p className="-mt-2 text-muted">
        updated at {changedAt}
        {postedAt !== changedAt && ` · posted at ${postedAt}`}
      </p>
      {editor ? <EditorSlot host={editor} /> : <VisibleMessage text={message} />}
      <SentFigures
        noticeID={notice.noticeID}
        newestUpdateID={notice.updates[0]?.noticeUpdateID ?? ""}
        noticeUpdateID={update.noticeUpdateID}
      />
    </li>
  );
}
