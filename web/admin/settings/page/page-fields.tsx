import { MAX_NOTE_CHARACTERS } from "../../../../worker/settings/theme/domain.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { LinkFields } from "./link-fields.tsx";
import type { PageCardProps } from "./page-card.tsx";

const NOTE_TOO_LONG = `The note can be ${MAX_NOTE_CHARACTERS.toLocaleString("en")} characters at most.`;

export function PageFields({ draft, edit }: PageCardProps) {
  return (
    <>
      <TextField
        label="Note"
        hint="Shown at the top of the status page, as Markdown. Leave it empty to show none."
        rows={2}
        value={draft.note}
        problem={draft.note.trim().length > MAX_NOTE_CHARACTERS ? NOTE_TOO_LONG : undefined}
        onChange={(note) => edit({ note })}
      />
      <LinkFields
        title="Header links"
        label="Header link"
        value={draft.headerLinks}
        onChange={(headerLinks) => edit({ headerLinks })}
      />
      <LinkFields
        title="Footer links"
        label="Footer link"
        value={draft.footerLinks}
        onChange={(footerLinks) => edit({ footerLinks })}
      />
    </>
  );
}
