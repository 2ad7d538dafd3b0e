import { MAX_NOTE_CHARACTERS } from "../../../worker/looks/domain.ts";
import { TextField } from "../../ui/text-field.tsx";
import { LinkFields } from "./link-fields.tsx";
import type { LookDraft } from "./look-draft.ts";

const NOTE_TOO_LONG = `The note can be ${MAX_NOTE_CHARACTERS.toLocaleString("en")} characters at most.`;

interface LookFieldsProps {
  draft: LookDraft;
  edit: (change: Partial<LookDraft>) => void;
}

export function LookFields({ draft, edit }: LookFieldsProps) {
  return (
    <>
      <TextField
        label="Note"
        hint="Shown at the top of the status page, as Markdown. Leave it empty to show none."
        rows={3}
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
