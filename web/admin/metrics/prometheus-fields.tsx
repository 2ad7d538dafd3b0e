import { TextField } from "../../ui/fields/text-field.tsx";
import type { FieldsProps } from "./metric-dialog.tsx";

export function PrometheusFields({ draft, edit }: FieldsProps) {
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-3 pt-2">
      <legend className="sr-only">Prometheus</legend>
      <TextField label="URL" required value={draft.URL} onChange={(URL) => edit({ URL })} />
      <TextField
        label="Expression"
        required
        rows={1}
        value={draft.Expression}
        onChange={(Expression) => edit({ Expression })}
      />
      <TextField
        label="Secret name (optional)"
        value={draft.TokenSecret}
        onChange={(TokenSecret) => edit({ TokenSecret })}
      />
      <p className="-mt-2 text-muted text-pretty">
        The name of a Worker secret. Its value is the server's origin, a space and a bearer token:{" "}
        <code>PROMETHEUS_…</code>
      </p>
    </fieldset>
  );
}
