import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_HEARTBEATS } from "../../../../../worker/alerts/heartbeats/domain.ts";
import type { ListedHeartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import { adoptStyles } from "../../../../ui/adopt-styles.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { lazyDialog } from "../../../../ui/dialogs/lazy-dialog.tsx";
import { EmptyList } from "../../../../ui/empty-list.tsx";
import { AddIcon } from "../../../../ui/icons/icons.tsx";
import { LoadError } from "../../../../ui/load-error.tsx";
import { useNow } from "../../../times/now.ts";
import styles from "../automation.css?inline";
import type { RuleDraft } from "../rule-draft.ts";
import { heartbeatList } from "./calls.ts";
import { HeartbeatRow } from "./heartbeat-row.tsx";

adoptStyles(styles);

const HeartbeatDialog = lazyDialog(
  "heartbeat-dialog",
  async () => (await import("./heartbeat-dialog.tsx")).HeartbeatDialog,
);
const DeleteHeartbeatDialog = lazyDialog(
  "delete-heartbeat",
  async () => (await import("./delete-heartbeat-dialog.tsx")).DeleteHeartbeatDialog,
);

type Open = { dialog: "none" | "add" } | { dialog: "edit" | "delete"; heartbeat: ListedHeartbeat };

interface HeartbeatsCardProps {
  onMakeRule: (example: Partial<RuleDraft>) => void;
}

export function HeartbeatsCard({ onMakeRule }: HeartbeatsCardProps) {
  const now = useNow();
  const load = useQuery(heartbeatList);
  const { data: heartbeats } = load;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });

  /** Moves the focus to Add, because the deleted row's button is gone. */
  function closeDeletion() {
    close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>("#heartbeats h2 + button")?.focus();
    });
  }

  return (
    <Card
      id="heartbeats"
      title="Heartbeats"
      sentence="A job, such as a backup, calls an address each time it runs. A missed call raises an alert."
      action={
        (heartbeats?.length ?? 0) < MAX_HEARTBEATS && (
          <Button onClick={() => setOpen({ dialog: "add" })}>
            <AddIcon className="-ml-1 size-4.5" />
            Add heartbeat
          </Button>
        )
      }
    >
      <LoadError load={load} />
      {load.isPending && <EmptyList />}
      {heartbeats?.length === 0 && <EmptyList>No heartbeats yet</EmptyList>}
      {heartbeats && heartbeats.length > 0 && (
        <ul aria-label="Heartbeats" className="divide-y divide-line rounded-lg border border-line">
          {heartbeats.map((heartbeat) => (
            <HeartbeatRow
              key={heartbeat.heartbeatID}
              heartbeat={heartbeat}
              now={now}
              onMakeRule={onMakeRule}
              onEdit={() => setOpen({ dialog: "edit", heartbeat })}
              onDelete={() => setOpen({ dialog: "delete", heartbeat })}
            />
          ))}
        </ul>
      )}
      {open.dialog === "add" && <HeartbeatDialog onClose={close} />}
      {open.dialog === "edit" && <HeartbeatDialog heartbeat={open.heartbeat} onClose={close} />}
      {open.dialog === "delete" && (
        <DeleteHeartbeatDialog heartbeat={open.heartbeat} onClose={closeDeletion} />
      )}
    </Card>
  );
}
