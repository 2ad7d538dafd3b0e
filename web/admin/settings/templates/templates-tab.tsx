import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Template } from "../../../../worker/notices/templates/schema.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { lazyDialog } from "../../../ui/dialogs/lazy-dialog.tsx";
import { AddIcon, DeleteIcon, EditIcon } from "../../../ui/icons/icons.tsx";
import { definePart, lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { templateList } from "../../templates/calls.ts";
import type { TemplateDraft } from "./template-dialog.tsx";

const TemplateDialog = lazyDialog(
  "template-dialog",
  async () => (await import("./template-dialog.tsx")).TemplateDialog,
);
const DeleteTemplateDialog = lazyDialog(
  "delete-template",
  async () => (await import("./delete-template-dialog.tsx")).DeleteTemplateDialog,
);

const { usePart: useTemplateText } = definePart(
  "template-text",
  async () => (await import("./template-text.tsx")).TemplateText,
);
const Examples = lazyPart("examples", async () => (await import("./examples.tsx")).Examples);

type Open =
  | { dialog: "none" }
  | { dialog: "add"; example?: TemplateDraft }
  | { dialog: "edit" | "delete"; template: Template };

export function TemplatesTab() {
  const load = useQuery(templateList);
  const { data: templates } = load;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen({ dialog: "none" });

  /** Moves the focus to Add, because the deleted row's button is gone. */
  function closeDeletion() {
    close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) addButton.current?.focus();
    });
  }

  function newest(template: Template): Template {
    return templates?.find(({ templateID }) => templateID === template.templateID) ?? template;
  }

  return (
    <Card
      id="templates"
      title="All templates"
      sentence="Ready-made incidents and maintenances."
      action={
        <Button ref={addButton} onClick={() => setOpen({ dialog: "add" })}>
          <AddIcon className="-ml-1 size-4.5" />
          Add template
        </Button>
      }
    >
      <LoadError load={load} />
      {templates && templates.length > 0 && (
        <ul aria-label="Templates" className="divide-y divide-line rounded-lg border border-line">
          {templates.map((template) => (
            <TemplateRow
              key={template.templateID}
              template={template}
              onEdit={() => setOpen({ dialog: "edit", template })}
              onDelete={() => setOpen({ dialog: "delete", template })}
            />
          ))}
        </ul>
      )}
      {templates && (
        <Examples templates={templates} onStart={(example) => setOpen({ dialog: "add", example })} />
      )}
      {open.dialog === "add" && <TemplateDialog example={open.example} onClose={close} />}
      {open.dialog === "edit" && <TemplateDialog template={newest(open.template)} onClose={close} />}
      {open.dialog === "delete" && <DeleteTemplateDialog template={open.template} onClose={closeDeletion} />}
    </Card>
  );
}

interface TemplateRowProps {
  template: Template;
  onEdit: () => void;
  onDelete: () => void;
}

function TemplateRow({ template, onEdit, onDelete }: TemplateRowProps) {
  const { name, title, message } = template;
  const text = title || message;
  const part = useTemplateText();
  return (
    <li className="flex items-center gap-1 py-2.5 pr-1.5 pl-3">
      <div className="grid min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
          <bdi className="font-semibold">{name}</bdi>{" "}
          <span className="text-xs text-muted">{templateSummary(template)}</span>
        </p>
        <p className="line-clamp-3 text-muted">
          {part.data ? <part.data.Component text={text} /> : text.replaceAll(/\{\{(.*?)\}\}/g, "$1")}
        </p>
      </div>
      <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
        <EditIcon />
      </IconButton>
      <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
        <DeleteIcon />
      </IconButton>
    </li>
  );
}

function templateSummary({ kind, status, components }: Template): string {
  const count = components.length;
  return [
    kind === "incident" ? (status ?? "Incident") : "Maintenance",
    count > 0 && (count === 1 ? "1 component" : `${count} components`),
  ]
    .filter(Boolean)
    .join(" · ");
}
