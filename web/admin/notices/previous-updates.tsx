import { useState } from "react";
import { type Notice, noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { StatusIcon } from "../../ui/icons/status-icon.tsx";
import { formatDateTime } from "../times/dates.ts";
import { UpdateMessageEditor } from "./form/update-message-editor.tsx";

export function PreviousUpdates({ notice }: { notice: Notice }) {
  const [editedID, setEditedID] = useState<string>();
  const [focusedID, setFocusedID] = useState<string>();

  return (
    <section className="grid gap-2">
      <h3 className="font-medium">Previous Updates</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {notice.updates.map((update) => (
          <li key={update.noticeUpdateID} className="grid gap-1.5 py-2.5 pr-1.5 pl-3">
            <div className="flex items-start gap-2.5">
              <StatusIcon
                status={update.status}
                color={noticeColors[update.status]}
                shape={phaseShapes[update.status]}
              />
              <p className="min-w-0 grow">
                <span className="font-medium">{update.status}</span>{" "}
                <span className="block text-muted sm:inline">
                  updated at {formatDateTime(update.updatedAt)}
                </span>
              </p>
              {editedID !== update.noticeUpdateID && (
                <IconButton
                  tip="Edit message"
                  label={`Edit the message of ${update.status}, ${formatDateTime(update.updatedAt)}`}
                  className="-my-1.5"
                  autoFocus={focusedID === update.noticeUpdateID}
                  onClick={() => setEditedID(update.noticeUpdateID)}
                >
                  <EditIcon />
                </IconButton>
              )}
            </div>
            {editedID === update.noticeUpdateID ? (
              <UpdateMessageEditor
                kind={notice.kind}
                update={update}
                onClose={() => {
                  setEditedID(undefined);
                  setFocusedID(update.noticeUpdateID);
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
