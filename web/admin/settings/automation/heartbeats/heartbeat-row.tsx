import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ListedHeartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { ErrorArea } from "../../../../ui/error-area.tsx";
import { FoldIcon } from "../../../../ui/icons/fold-icon.tsx";
import { DeleteIcon, EditIcon } from "../../../../ui/icons/icons.tsx";
import { StatusShape } from "../../../../ui/icons/status-icon.tsx";
import { useAction } from "../../../action.ts";
import { runtimeSettings } from "../../../runtime-settings.ts";
import { labelsJSON, type RuleDraft } from "../rule-draft.ts";
import { changeHeartbeat, heartbeatList } from "./calls.ts";
import { heartbeatState, timingText } from "./heartbeat-texts.ts";

interface HeartbeatRowProps {
  heartbeat: ListedHeartbeat;
  now: number;
  onMakeRule: (example: Partial<RuleDraft>) => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function HeartbeatRow({ heartbeat, now, onMakeRule, onEdit, onDelete }: HeartbeatRowProps) {
  const { name, source, lastBeatAt } = heartbeat;
  // Whoever has just added it needs the address.
  const [isOpen, setIsOpen] = useState(lastBeatAt === null && !source);
  const id = useId();
  const { text, color } = heartbeatState(heartbeat, now);
  return (
    <li className="alert-row">
      <p className="[overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi>
      </p>
      <div className="flex">
        <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
          <EditIcon />
        </IconButton>
        <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
          <DeleteIcon />
        </IconButton>
      </div>
      <div className="body">
        <p className="flex min-w-0 gap-2">
          <StatusShape color={color} />
          <span className="min-w-0">{text}</span>
        </p>
        <p className="text-muted">{timingText(heartbeat)}</p>
        <Button
          variant="quiet"
          className="-ml-2 justify-self-start"
          aria-label={`Details of ${name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <FoldIcon isOpen={isOpen} />
          Details
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="details">
          {!source && <Address heartbeat={heartbeat} />}
          <Actions heartbeat={heartbeat} onMakeRule={onMakeRule} />
        </div>
      )}
    </li>
  );
}

function Address({ heartbeat: { name, path } }: { heartbeat: ListedHeartbeat }) {
  const address = `${runtimeSettings().apiURL}${path}`;
  const command = `curl -fsS -m 10 --retry 3 ${address}`;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-muted">The last line of the job calls this. Keep the address to yourself.</p>
      <pre
        // It scrolls, so it has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-canvas p-3 font-mono text-[13px]/5"
      >
        {command}
      </pre>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={command} label={`Copy the command of ${name}`}>
          Copy the command
        </CopyButton>
        <CopyButton text={address} label={`Copy the address of ${name}`}>
          Copy the address
        </CopyButton>
      </div>
    </div>
  );
}

function Actions({ heartbeat, onMakeRule }: Pick<HeartbeatRowProps, "heartbeat" | "onMakeRule">) {
  const { heartbeatID, name, isPaused } = heartbeat;
  const queryClient = useQueryClient();
  const verb = isPaused ? "Resume" : "Pause";
  const action = useAction({
    title: `${verb} ${isolateDirection(name)}`,
    mutationFn: () => changeHeartbeat(heartbeatID, { isPaused: !isPaused }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: heartbeatList.queryKey }),
  });
  const example = {
    name: `${name} is not heard`.slice(0, 100),
    source: "heartbeat",
    labels: labelsJSON([{ name: "heartbeat", value: name }]),
  } as const;
  return (
    <>
      <ErrorArea error={action.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-label={`Make a rule of this: ${name}`} onClick={() => onMakeRule(example)}>
          Make a rule of this
        </Button>
        <Button aria-label={`${verb} ${name}`} busy={action.isPending} onClick={() => action.mutate()}>
          {verb}
        </Button>
      </div>
    </>
  );
}
