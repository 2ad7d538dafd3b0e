import { MAX_DECIMAL_PLACES } from "../../../worker/metrics/domain.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { FieldsProps } from "./metric-dialog.tsx";

const choices = Array.from({ length: MAX_DECIMAL_PLACES + 1 }, (_, places) => String(places));

export function AdvancedSection({ draft, edit }: FieldsProps) {
  return (
    <details className="rounded-lg border border-line">
      <summary className="rounded-lg px-3 py-2 font-medium select-none">Advanced</summary>
      <div className="grid gap-4 px-3 pt-1 pb-3">
        <TextField label="Unit" value={draft.unit} onChange={(unit) => edit({ unit })} />
        <TextField
          label="Description"
          rows={1}
          value={draft.description}
          onChange={(description) => edit({ description })}
        />
        <SelectField
          label="Decimal Places"
          tip="Used for displaying graphs. The collected data isn't affected."
          value={String(draft.decimalPlaces)}
          choices={choices}
          onChange={(places) => edit({ decimalPlaces: Number.parseInt(places, 10) })}
        />
      </div>
    </details>
  );
}
