import { MAX_DECIMAL_PLACES } from "../../../worker/metrics/domain.ts";
import { Fold } from "../../ui/fields/fold.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { FieldsProps } from "./metric-dialog.tsx";

const choices = Array.from({ length: MAX_DECIMAL_PLACES + 1 }, (_, places) => String(places));

export function AdvancedSection({ draft, edit }: FieldsProps) {
  return (
    <Fold summary="Advanced">
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
    </Fold>
  );
}
