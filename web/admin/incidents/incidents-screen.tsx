import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { incidentColours } from "../../../worker/incidents/statuses.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons.tsx";
import { formatDateTime } from "../dates.ts";
import { ListRow } from "../list-row.tsx";
import { ListScreen } from "../list-screen.tsx";
import { incidentList } from "./calls.ts";
import { DeleteIncidentDialog } from "./delete-incident-dialog.tsx";
import { IncidentDialog } from "./incident-dialog.tsx";

type Open = { dialog: "none" } | { dialog: "add" } | { dialog: "update" | "delete"; incident: Incident };

export function IncidentsScreen() {
  const { data, isFetching, isFetchingNextPage, error, hasNextPage, fetchNextPage } =
    useInfiniteQuery(incidentList);
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const incidents = data?.pages.flatMap((page) => page.incidents);

  /** The incident as the list has it by now: a previous update may just have been edited. */
  function newest(incident: Incident): Incident {
    return incidents?.find(({ incidentID }) => incidentID === incident.incidentID) ?? incident;
  }

  return (
    <>
      <ListScreen
        title="Incidents"
        explanation="What went wrong, and what you tell visitors about it. Newest first."
        busy={isFetching}
        error={error}
        count={incidents?.length}
        empty={{
          title: "No incidents",
          text: "When something goes wrong, add an incident to tell visitors.",
        }}
        onAdd={() => setOpen({ dialog: "add" })}
        more={
          hasNextPage && (
            <Button
              className="justify-self-center"
              busy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </Button>
          )
        }
      >
        {incidents?.map((incident) => (
          <ListRow
            key={incident.incidentID}
            status={incident.status}
            colour={incidentColours[incident.status]}
            name={incident.name}
            actions={
              <>
                <IconButton
                  tip="Edit"
                  label={`Edit ${incident.name}`}
                  onClick={() => setOpen({ dialog: "update", incident })}
                >
                  <EditIcon />
                </IconButton>
                <IconButton
                  tip="Delete"
                  label={`Delete ${incident.name}`}
                  onClick={() => setOpen({ dialog: "delete", incident })}
                >
                  <DeleteIcon />
                </IconButton>
              </>
            }
          >
            <p className="mt-0.5 text-muted">updated at {formatDateTime(incident.updatedAt)}</p>
          </ListRow>
        ))}
      </ListScreen>
      {open.dialog === "add" && <IncidentDialog onClose={close} />}
      {open.dialog === "update" && <IncidentDialog incident={newest(open.incident)} onClose={close} />}
      {open.dialog === "delete" && <DeleteIncidentDialog incident={open.incident} onClose={close} />}
    </>
  );
}
