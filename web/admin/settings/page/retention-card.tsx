import { Card } from "../../../ui/card.tsx";
import { AuditDaysField, NightlyExportField } from "../number-fields.tsx";
import { type GeneralDraft, retentionLabels } from "./general-draft.ts";

interface RetentionCardProps {
  draft: GeneralDraft;
  edit: (change: Partial<GeneralDraft>) => void;
}

export function RetentionCard({ draft, edit }: RetentionCardProps) {
  return (
    <Card id="retention" title="Data" sentence="How long copies and records are kept.">
      <NightlyExportField
        label={retentionLabels.nightlyExports}
        value={draft.nightlyExports}
        onChange={(nightlyExports) => edit({ nightlyExports })}
      />
      <AuditDaysField
        label={retentionLabels.auditDays}
        value={draft.auditDays}
        onChange={(auditDays) => edit({ auditDays })}
      />
    </Card>
  );
}
