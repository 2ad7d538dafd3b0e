import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DEFAULT_GRACE_MINUTES, MAX_PERIOD_MINUTES } from "../../../../../worker/alerts/heartbeats/domain.ts";
import type { Heartbeat } from "../../../../../worker/alerts/heartbeats/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { TextField } from "../../../../ui/fields/text-field.tsx";
import { useAction } from "../../../action.ts";
import { useDraft } from "../../../drafts/draft.ts";
import { DraftDialog } from "../../../drafts/draft-dialog.tsx";
import { changedFields } from "../../../drafts/draft-fields.ts";
import { wholeNumberField } from "../../number-fields.tsx";
import { addHeartbeat, changeHeartbeat, heartbeatList } from "./calls.ts";

interface HeartbeatDialogProps {
  heartbeat?: Heartbeat;
  onClose: () => void;
}

interface HeartbeatDraft {
  name: string;
  periodMinutes: string;
  graceMinutes: string;
}

const formDefinition = {
  toDraft: (heartbeat: Heartbeat | undefined): HeartbeatDraft => ({
    name: heartbeat?.name ?? "",
    periodMinutes: String(heartbeat?.periodMinutes ?? ""),
    graceMinutes: String(heartbeat?.graceMinutes ?? DEFAULT_GRACE_MINUTES),
  }),
  comparedFields: ({ name, periodMinutes, graceMinutes }: Heartbeat) => ({
    name: { label: "Name", value: name },
    periodMinutes: { label: "Period", value: String(periodMinutes) },
    graceMinutes: { label: "Grace", value: String(graceMinutes) },
  }),
};

const PeriodField = wholeNumberField({
  hint: "How often the job runs. A day has 1,440 minutes.",
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
        hint="The job, such as “Nightly backup”. Rules find its alert by it."
        required
        focusFirst
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <PeriodField
        label="Period (minutes)"
        value={draft.periodMinutes}
        onChange={(periodMinutes) => edit({ periodMinutes })}
      />
      <GraceField
        label="Grace (minutes)"
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

function toRequest({ name, periodMinutes, graceMinutes }: HeartbeatDraft) {
  return { name, periodMinutes: Number(periodMinutes), graceMinutes: Number(graceMinutes) };
}
