import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Notice } from "../../../worker/notices/domain.ts";
import { MAX_POSTMORTEM_CHARACTERS } from "../../../worker/notices/postmortem/domain.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { Button } from "../../ui/button.tsx";
import { fieldClass, RequiredMark, useField } from "../../ui/fields/field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { MarkdownHelp } from "../notices/preview/markdown-help.tsx";
import { outlineQuery } from "./calls.ts";
import styles from "./document.css?inline";
import type { WriteUp } from "./use-write-up.ts";
import { ViewButtons } from "./view-buttons.tsx";

adoptStyles(styles);

// The parser of Markdown is larger than the rest of this screen.
const DocumentPreview = lazyPart(
  "document-preview",
  async () => (await import("./document-preview.tsx")).DocumentPreview,
);

interface DocumentEditorProps {
  incident: Notice;
  text: string;
  readOnly: boolean;
  onEdit: WriteUp["edit"];
}

export function DocumentEditor({ incident, text, readOnly, onEdit }: DocumentEditorProps) {
  const [view, setView] = useState<"write" | "preview">("write");
  const { field, notes } = useField({
    label: "Text",
    value: text,
    required: true,
    problem: text.length > MAX_POSTMORTEM_CHARACTERS && tooLongMessage,
  });

  return (
    <>
      <ViewButtons view={view} onChange={setView} />
      <div className="document grid gap-4 lg:grid-cols-2">
        <div data-hidden={view === "write" ? undefined : ""}>
          <span className="caption">
            <label htmlFor={field.id} className="font-medium">
              Text
            </label>
            <RequiredMark required />
          </span>
          <textarea
            {...field}
            data-focus-first
            value={text}
            readOnly={readOnly}
            spellCheck
            placeholder="## What happened"
            onChange={({ target }) => onEdit({ body: target.value })}
            className={`${fieldClass} field-sizing-content`}
          />
          {notes}
          <div className="pt-2">
            <MarkdownHelp flavor="document" />
          </div>
          <OutlineButton incident={incident} isOffered={text.trim() === ""} onEdit={onEdit} />
        </div>
        <section aria-label="Preview" data-hidden={view === "preview" ? undefined : ""}>
          <h2 className="caption font-medium">Preview</h2>
          <DocumentPreview name={incident.name} text={text} />
        </section>
      </div>
    </>
  );
}

interface OutlineButtonProps extends Pick<DocumentEditorProps, "incident" | "onEdit"> {
  isOffered: boolean;
}

function OutlineButton({ incident, isOffered, onEdit }: OutlineButtonProps) {
  const outline = useQuery({ ...outlineQuery(incident.noticeID), enabled: false });

  async function insertOutline() {
    const { data } = await outline.refetch();
    // Text that was typed while the outline loaded is not replaced.
    if (data) onEdit(({ body }) => (body.trim() === "" ? data : {}));
  }

  return (
    <>
      {outline.error && <LoadError load={outline} retry={insertOutline} />}
      {isOffered && (
        <Button className="justify-self-start" busy={outline.isFetching} onClick={() => void insertOutline()}>
          Insert outline
        </Button>
      )}
    </>
  );
}

const tooLongMessage = `The text can be ${MAX_POSTMORTEM_CHARACTERS.toLocaleString("en")} characters at most.`;
