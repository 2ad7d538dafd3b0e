import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import { formatDateTime } from "../dates.ts";
import type { Notice, NoticeKind } from "./notice.ts";
import { UpdateMessageEditor } from "./update-message-editor.tsx";

interface PreviousUpdatesProps<Status extends string> {
  kind: NoticeKind<Status>;
  notice: Notice<Status>;
}

export function PreviousUpdates<Status extends string>({ kind, notice }: PreviousUpdatesProps<Status>) {
  const [editing, setEditing] = useState<string>();
  /** Whose button the focus goes back to when it is there again. */
  const [edited, setEdited] = useState<string>();

  return (
    <section className="grid gap-2">
      <h3 className="font-medium">Previous Updates</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {notice.updates.map((update) => (
          <li key={update.id} className="grid gap-1.5 py-2.5 pr-1.5 pl-3">
            <div className="flex items-start gap-2.5">
              <StatusIcon status={update.status} color={kind.colors[update.status]} />
              <p className="min-w-0 grow">
                <span className="font-medium">{update.status}</span>{" "}
                <span className="block text-muted sm:inline">
                  updated at {formatDateTime(update.updatedAt)}
                </span>
              </p>
              {editing !== update.id && (
                <IconButton
                  tip="Edit message"
                  label={`Edit the message of ${update.status}, ${formatDateTime(update.updatedAt)}`}
                  className="-my-1.5"
                  autoFocus={edited === update.id}
                  onClick={() => setEditing(update.id)}
                >
                  <EditIcon />
                </IconButton>
              )}
            </div>
            {editing === update.id ? (
              <UpdateMessageEditor
                kind={kind}
                noticeID={notice.id}
                update={update}
                onClose={() => {
                  setEditing(undefined);
                  setEdited(update.id);
                }}
              />
            ) : (
              <p className="pr-2 whitespace-pre-line [overflow-wrap:anywhere]">
                {update.message || <span className="text-muted italic">No message</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
