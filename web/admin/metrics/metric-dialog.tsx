import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { type MetricType, metricStatuses, metricTypes } from "../../../worker/metrics/domain.ts";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { fieldClass } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { useAction } from "../action.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { AdvancedSection } from "./advanced-section.tsx";
import { addMetric, changeMetric } from "./calls.ts";
import { CloudWatchFields } from "./cloudwatch-fields.tsx";
import { comparedFields, type MetricDraft, metricChange, newMetric, toDraft } from "./metric-draft.ts";
import { PrometheusFields } from "./prometheus-fields.tsx";
import { SelfFields } from "./self-fields.tsx";

interface MetricDialogProps {
  metric?: Metric;
  /** That of a new one, until another is chosen. The title is then what is missing. */
  type?: MetricType | undefined;
  onAdded?: (metric: Metric) => void;
  onClose: () => void;
}

export interface FieldsProps {
  draft: MetricDraft;
  edit: (change: Partial<MetricDraft>) => void;
  isNew?: boolean;
}

const fieldsByType: Record<MetricType, ComponentType<FieldsProps>> = {
  CloudWatch: CloudWatchFields,
  Prometheus: PrometheusFields,
  Self: SelfFields,
};

function formDefinition(type: MetricType) {
  return {
    toDraft: (metric: Metric | undefined) => (metric ? toDraft(metric) : { ...toDraft(metric), type }),
    comparedFields,
  };
}

export function MetricDialog({ metric, type, onAdded, onClose }: MetricDialogProps) {
  const queryClient = useQueryClient();
  const form = useDraft(`metric/${metric?.metricID ?? ""}`, metric, formDefinition(type ?? metricTypes[0]));
  const { baseline, draft, edit, save } = form;
  const edited = metric ?? baseline;
  const Fields = fieldsByType[draft.type];

  const saveAction = useAction({
    title: edited ? `Edit ${isolateDirection(edited.title)}` : "Add Metric",
    mutationFn: async () => {
      if (!edited) return save(({ requestID }) => addMetric(newMetric(draft), requestID));
      const change = metricChange(baseline, draft);
      if (Object.keys(change).length === 0) return edited;
      return save((write) => changeMetric(edited.metricID, change, write));
    },
    onSuccess: () => void queryClient.invalidateQueries(),
  });

  return (
    <DraftDialog
      title={edited ? "Edit Metric" : "Add Metric"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      onClose={onClose}
      onSaved={(saved) => {
        onClose();
        if (!edited) onAdded?.(saved);
      }}
    >
      {edited && <MetricID value={edited.metricID} />}
      <SelectField
        label="Metrics Type"
        focusFirst={type === undefined}
        value={draft.type}
        choices={metricTypes}
        onChange={(type) => edit({ type })}
      />
      <Fields draft={draft} edit={edit} isNew={!edited} />
      <TextField
        label="Title"
        required
        focusFirst={type !== undefined}
        value={draft.title}
        onChange={(title) => edit({ title })}
      />
      <SelectField
        label="Metric Status"
        value={draft.status}
        choices={metricStatuses}
        onChange={(status) => edit({ status })}
      />
      <AdvancedSection draft={draft} edit={edit} />
    </DraftDialog>
  );
}

function MetricID({ value }: { value: string }) {
  return (
    <label className="grid gap-1.5 font-medium">
      Metric ID
      <input
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className={`${fieldClass} bg-hover font-mono font-normal`}
      />
    </label>
  );
}
