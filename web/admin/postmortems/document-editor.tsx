import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
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
  const { load, insert } = useOutline(incident, onEdit);
  const isEmpty = text.trim() === "";
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
          <div className="flex items-center justify-between gap-3 lg:min-h-9">
            <span className="caption">
              <label htmlFor={field.id} className="font-medium">
                Text
              </label>
              <RequiredMark required />
            </span>
            {isEmpty && <OutlineButton busy={load.isFetching} onClick={insert} />}
          </div>
          {load.error && <LoadError load={load} retry={insert} />}
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
        </div>
        <section aria-label="Preview" data-hidden={view === "preview" ? undefined : ""}>
          <div className="flex items-center lg:min-h-9">
            <h2 className="caption font-medium">Preview</h2>
          </div>
          <DocumentPreview name={incident.name} text={text}>
            <p className="text-muted">Start with the timeline: {contents(incident)}</p>
            <OutlineButton variant="primary" busy={load.isFetching} onClick={insert} />
          </DocumentPreview>
        </section>
      </div>
    </>
  );
}

function useOutline({ noticeID }: Notice, onEdit: WriteUp["edit"]) {
  const load = useQuery({ ...outlineQuery(noticeID), enabled: false });

  async function insert() {
    const { data } = await load.refetch();
    // Text that was typed while the outline loaded is not replaced.
    if (data) onEdit(({ body }) => (body.trim() === "" ? data : {}));
  }

  return { load, insert };
}

interface OutlineButtonProps extends Pick<ComponentProps<typeof Button>, "busy" | "variant"> {
  onClick: () => Promise<void>;
}

function OutlineButton({ onClick, ...rest }: OutlineButtonProps) {
  return (
    <Button {...rest} onClick={() => void onClick()}>
      Insert outline
    </Button>
  );
}

/** Such as `3 updates, 2 components`. */
function contents({ updates, components }: Notice): string {
  const counts = [
    { count: updates.length, name: "update" },
    { count: components.length, name: "component" },
  ];
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count} ${name}${count === 1 ? "" : "s"}`)
    .join(", ");
}

const tooLongMessage = `The text can be ${MAX_POSTMORTEM_CHARACTERS.toLocaleString("en")} characters at most.`;
