import { useQueryClient } from "@tanstack/react-query";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import { type NoticeKind, type NoticeStatus, noticeStatuses } from "../../../../worker/notices/domain.ts";
import type { Template } from "../../../../worker/notices/templates/schema.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { ChoiceButtons } from "../../../ui/fields/choice-buttons.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useAction } from "../../action.ts";
import { useDraft } from "../../drafts/draft.ts";
import { DraftDialog } from "../../drafts/draft-dialog.tsx";
import { changedFields } from "../../drafts/draft-fields.ts";
import { AffectedComponents } from "../../notices/form/affected-components.tsx";
import { PhaseShape } from "../../notices/phase-shape.tsx";
import { addTemplate, changeTemplate, templateList } from "../../templates/calls.ts";
import { TemplatePreview } from "./template-preview.tsx";
import { VariableTextField } from "./variable-text-field.tsx";

interface TemplateDialogProps {
  template?: Template;
  example?: TemplateDraft | undefined;
  onClose: () => void;
}

export interface TemplateDraft {
  name: string;
  kind: NoticeKind;
  title: string;
  message: string;
  status: NoticeStatus | null;
  /** The keys are componentIDs. */
  chosen: Readonly<Record<string, ComponentStatus>>;
}

const formDefinition = {
  toDraft: (template: Template | undefined): TemplateDraft => ({
    name: template?.name ?? "",
    kind: template?.kind ?? "incident",
    title: template?.title ?? "",
    message: template?.message ?? "",
    status: template?.status ?? null,
    chosen: Object.fromEntries(
      template?.components.map(({ componentID, status }) => [componentID, status]) ?? [],
    ),
  }),
  comparedFields: ({ name, kind, title, message, status, components }: Template) => ({
    name: { label: "Name", value: name },
    kind: { label: "For", value: kindNames[kind] },
    title: { label: "Title", value: title },
    message: { label: "Message", value: message },
    status: { label: "Status", value: status ?? "" },
    chosen: {
      label: "Components",
      value: components.map(({ status: componentStatus }) => componentStatus).join(", "),
    },
  }),
};

const kindNames: Record<NoticeKind, string> = { incident: "Incidents", maintenance: "Maintenance" };
const kinds = ["incident", "maintenance"] as const;
const UNCHANGED = "Leave as it is";

export function TemplateDialog({ template, example, onClose }: TemplateDialogProps) {
  const form = useDraft(`template/${template?.templateID ?? example?.name ?? ""}`, template, {
    ...formDefinition,
    toDraft: (stored) => (stored || !example ? formDefinition.toDraft(stored) : example),
  });
  const { baseline, draft, edit } = form;
  const edited = template ?? baseline;
  const saveAction = useSaveAction(form, edited);

  return (
    <DraftDialog
      title={edited ? "Edit Template" : "Add Template"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      commandEnterOnly
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What you find it by. Visitors don't see it."
        required
        focusFirst
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <ChoiceButtons
        label="For"
        value={draft.kind}
        choices={kinds}
        nameOf={(kind) => kindNames[kind]}
        onChange={(kind) => edit({ kind, status: null })}
      />
      <VariableTextField label="Title" value={draft.title} onChange={(title) => edit({ title })} />
      <VariableTextField
        label="Message"
        rows={3}
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      <TemplatePreview draft={draft} />
      <ChoiceButtons
        label="Status"
        value={draft.status ?? UNCHANGED}
        choices={[UNCHANGED, ...noticeStatuses[draft.kind]]}
        iconOf={(status) => status !== UNCHANGED && <PhaseShape status={status} />}
        onChange={(status) => edit({ status: status === UNCHANGED ? null : status })}
      />
      <AffectedComponents
        kind={draft.kind}
        legend="Components"
        isForLater
        affected={[]}
        planned={[]}
        chosen={draft.chosen}
        onChange={(chosen) => edit({ chosen })}
      />
    </DraftDialog>
  );
}

type TemplateForm = ReturnType<typeof useDraft<Template, TemplateDraft>>;

function useSaveAction({ baseline, draft, save }: TemplateForm, edited: Template | undefined) {
  const queryClient = useQueryClient();
  return useAction({
    title: edited ? `Edit ${isolateDirection(edited.name)}` : "Add Template",
    mutationFn: async () => {
      if (!edited) return save(({ requestID }) => addTemplate(toRequest(draft), requestID));
      const before = formDefinition.toDraft(baseline);
      const isSame = JSON.stringify(before.chosen) === JSON.stringify(draft.chosen);
      const change = toRequest(changedFields(before, isSame ? { ...draft, chosen: before.chosen } : draft));
      if (Object.keys(change).length === 0) return edited;
      return save((write) => changeTemplate(edited.templateID, change, write));
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: templateList.queryKey }),
  });
}

function toRequest<Draft extends Partial<TemplateDraft>>({ chosen, ...fields }: Draft) {
  return {
    ...fields,
    ...(chosen && {
      components: Object.entries(chosen).map(([componentID, status]) => ({ componentID, status })),
    }),
  };
}
