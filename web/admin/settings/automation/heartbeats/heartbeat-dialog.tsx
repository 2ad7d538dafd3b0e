import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type AlertSourceID, alertSourceIDs } from "../../../../../worker/alerts/domain.ts";
import { DEFAULT_GRACE_MINUTES, MAX_PERIOD_MINUTES } from "../../../../../worker/alerts/heartbeats/domain.ts";
import type { Heartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { useAction } from "../../../action.ts";
import { useDraft } from "../../../drafts/draft.ts";
import { DraftDialog } from "../../../drafts/draft-dialog.tsx";
import { changedFields } from "../../../drafts/draft-fields.ts";
import { wholeNumberField } from "../../number-fields.tsx";
import { sourceName } from "../received-texts.ts";
import { addHeartbeat, changeHeartbeat, heartbeatList } from "./calls.ts";

interface HeartbeatDialogProps {
  heartbeat?: Heartbeat;
  onClose: () => void;
}

interface HeartbeatDraft {
  name: string;
  source: AlertSourceID | typeof ITS_ADDRESS;
  periodMinutes: string;
  graceMinutes: string;
}

const ITS_ADDRESS = "";
const feeders = [ITS_ADDRESS, ...alertSourceIDs] as const;

function feederName(source: HeartbeatDraft["source"]): string {
  return source === ITS_ADDRESS ? "A job that calls its address" : sourceName(source);
}

const formDefinition = {
  toDraft: (heartbeat: Heartbeat | undefined): HeartbeatDraft => ({
    name: heartbeat?.name ?? "",
    source: heartbeat?.source ?? ITS_ADDRESS,
    periodMinutes: String(heartbeat?.periodMinutes ?? ""),
    graceMinutes: String(heartbeat?.graceMinutes ?? DEFAULT_GRACE_MINUTES),
  }),
  comparedFields: ({ name, source, periodMinutes, graceMinutes }: Heartbeat) => ({
    name: { label: "Name", value: name },
    source: { label: "Heard from", value: feederName(source ?? ITS_ADDRESS) },
    periodMinutes: { label: "Period", value: String(periodMinutes) },
    graceMinutes: { label: "Grace", value: String(graceMinutes) },
  }),
};

const PeriodField = wholeNumberField({
  hint: "How often it is heard. A day has 1,440 minutes.",
  unit: "minutes",
  min: 1,
  max: MAX_PERIOD_MINUTES,
});

const GraceField = wholeNumberField({
  hint: "How much later it may be before it is missing.",
  unit: "minutes",
  min: 0,
  max: MAX_PERIOD_MINUTES,
});

export function HeartbeatDialog({ heartbeat: opened, onClose }: HeartbeatDialogProps) {
  const { data } = useQuery(heartbeatList);
  const heartbeat = data?.find(({ heartbeatID }) => heartbeatID === opened?.heartbeatID) ?? opened;
  const form = useDraft(`heartbeat/${heartbeat?.heartbeatID ?? ""}`, heartbeat, formDefinition);
  const { baseline, draft, edit } = form;
  const edited = heartbeat ?? baseline;
  const saveAction = useSaveAction(form, edited);

  return (
    <DraftDialog
      title={edited ? "Edit Heartbeat" : "Add Heartbeat"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What has to be heard, such as “Nightly backup”. Rules find its alert by it."
        required
        focusFirst
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <SelectField
        label="Heard from"
        value={draft.source}
        choices={feeders}
        nameOf={feederName}
        onChange={(source) => edit({ source })}
      />
      {draft.source !== ITS_ADDRESS && (
        <p className="text-muted text-pretty">
          Each message of this source counts, so it has to send something also while nothing is wrong.
        </p>
      )}
      <PeriodField
        label="Period"
        value={draft.periodMinutes}
        onChange={(periodMinutes) => edit({ periodMinutes })}
      />
      <GraceField
        label="Grace"
        value={draft.graceMinutes}
        onChange={(graceMinutes) => edit({ graceMinutes })}
      />
    </DraftDialog>
  );
}

type HeartbeatForm = ReturnType<typeof useDraft<Heartbeat, HeartbeatDraft>>;

function useSaveAction({ baseline, draft, save }: HeartbeatForm, edited: Heartbeat | undefined) {
  const queryClient = useQueryClient();
  return useAction({
    title: edited ? `Edit ${isolateDirection(edited.name)}` : "Add Heartbeat",
    mutationFn: async () => {
      const all = toRequest(draft);
      if (!edited) return save(({ requestID }) => addHeartbeat(all, requestID));
      const change = changedFields(toRequest(formDefinition.toDraft(baseline)), all);
      if (Object.keys(change).length === 0) return edited;
      return save((write) => changeHeartbeat(edited.heartbeatID, change, write));
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: heartbeatList.queryKey }),
  });
}

function toRequest({ name, source, periodMinutes, graceMinutes }: HeartbeatDraft) {
  return {
    name,
    source: source || null,
    periodMinutes: Number(periodMinutes),
    graceMinutes: Number(graceMinutes),
  };
}
