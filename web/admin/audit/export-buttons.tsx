import type { AuditQuery } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { auditCSV } from "../../shared/audit-csv.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { useAction } from "../action.ts";
import { download } from "../api/download.ts";
import { readAllEntries } from "./calls.ts";

const formats = {
  CSV: { type: "text/csv", file: "audit-log.csv", toText: auditCSV },
  JSON: {
    type: "application/json",
    file: "audit-log.json",
    toText: (entries: AuditEntry[]) => JSON.stringify(entries, null, 2),
  },
};
type Format = keyof typeof formats;

/** They export what the filter finds, also what the screen hasn't loaded yet. */
export function ExportButtons({ query }: { query: AuditQuery }) {
  const exportAction = useAction({
    title: "Export the audit log",
    mutationFn: async (format: Format) => {
      const { type, file, toText } = formats[format];
      download(new Blob([toText(await readAllEntries(query))], { type }), file);
    },
  });
  return (
    <div className="grid justify-items-start gap-3">
      <div className="flex flex-wrap gap-2">
        {(["CSV", "JSON"] as const).map((format) => (
          <Button
            key={format}
            busy={exportAction.isPending && exportAction.variables === format}
            onClick={() => exportAction.mutate(format)}
          >
            Export {format}
          </Button>
        ))}
      </div>
      <ErrorArea error={exportAction.error} of="action" />
    </div>
  );
}
