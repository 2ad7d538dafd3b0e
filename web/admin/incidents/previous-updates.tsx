import { useState } from "react";
import type { IncidentUpdate } from "../../../worker/incidents/schema.ts";
import { incidentColours } from "../../../worker/incidents/statuses.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import { formatDateTime } from "../dates.ts";
import { UpdateMessageEditor } from "./update-message-editor.tsx";

export function PreviousUpdates({ updates }: { updates: readonly IncidentUpdate[] }) {
  const [editing, setEditing] = useState<string>();

  return (
    <section className="grid gap-2">
      <h3 className="font-medium">Previous Updates</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {updates.map((update) => (
          <li key={update.incidentUpdateID} className="grid gap-1.5 py-2.5 pr-1.5 pl-3">
            <div className="flex items-start gap-2.5">
              <StatusIcon status={update.incidentStatus} colour={incidentColours[update.incidentStatus]} />
              <p className="min-w-0 grow">
                <span className="font-medium">{update.incidentStatus}</span>{" "}
                <span className="block text-muted sm:inline">
                  updated at {formatDateTime(update.updatedAt)}
                </span>
              </p>
              {editing !== update.incidentUpdateID && (
                <IconButton
                  tip="Edit message"
                  label={`Edit the message of ${update.incidentStatus}, ${formatDateTime(update.updatedAt)}`}
                  className="-my-1.5"
                  onClick={() => setEditing(update.incidentUpdateID)}
                >
                  <EditIcon />
                </IconButton>
              )}
            </div>
            {editing === update.incidentUpdateID ? (
              <UpdateMessageEditor update={update} onClose={() => setEditing(undefined)} />
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
