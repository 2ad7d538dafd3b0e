import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { GeneralDraft } from "./general-draft.ts";

const PageFields = lazyPart(
  "page-fields",
  async () => (await import("./page-fields.tsx")).PageFields,
  // It is as high as the fields, so that what is below them doesn't move.
  <div style={{ height: "16rem" }} />,
);

export interface PageCardProps {
  draft: GeneralDraft;
  edit: (change: Partial<GeneralDraft>) => void;
}

export function PageCard({ draft, edit }: PageCardProps) {
  return (
    <Card id="page" title="Page" sentence="What visitors read around your components.">
      <TextField
        label="Service name"
        value={draft.serviceName}
        // The set-up list leads to it.
        autoFocus={draft.serviceName === "" && window.location.hash === "#page"}
        onChange={(serviceName) => edit({ serviceName })}
      />
      <PageFields draft={draft} edit={edit} />
    </Card>
  );
}
