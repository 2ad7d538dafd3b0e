import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { type NoticeKind, type NoticeStatus, noticeStatuses } from "../../../worker/notices/domain.ts";
import { templateVariables } from "../../../worker/notices/templates/domain.ts";
import type { Template } from "../../../worker/notices/templates/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useAction } from "../action.ts";
import { componentList } from "../components/calls.ts";
import { useDraft } from "../drafts/draft.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { changedFields } from "../drafts/draft-fields.ts";
import { addTemplate, changeTemplate, templateList } from "./calls.ts";
import { VariableTextField } from "./variable-text-field.tsx";

interface TemplateDialogProps {
  template?: Template;
  onClose: () => void;
}

interface TemplateDraft {
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

const kindNames: Record<NoticeKind, string> = { incident: "Incidents", maintenance: "Scheduled maintenance" };
const kinds = ["incident", "maintenance"] as const;
const UNCHANGED = "Leave as it is";
const NOT_AFFECTED = "Not affected";

export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const componentLoad = useQuery(componentList);
  const form = useDraft(`template/${template?.templateID ?? ""}`, template, formDefinition);
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
      <SelectField
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
      <Variables />
      <SelectField
        label="Status"
        value={draft.status ?? UNCHANGED}
        choices={[UNCHANGED, ...noticeStatuses[draft.kind]]}
        onChange={(status) => edit({ status: status === UNCHANGED ? null : status })}
      />
      <ChosenStatuses load={componentLoad} chosen={draft.chosen} onChange={(chosen) => edit({ chosen })} />
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

function Variables() {
  return (
    <dl className="grid gap-x-3 gap-y-1 text-muted sm:grid-cols-[auto_1fr]">
      {templateVariables.map(({ name, meaning }) => (
        <div key={name} className="contents">
          <dt className="font-mono text-xs/5">{`{{${name}}}`}</dt>
          <dd className="text-xs/5">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChosenStatusesProps {
  load: UseQueryResult<Component[]>;
  chosen: TemplateDraft["chosen"];
  onChange: (chosen: TemplateDraft["chosen"]) => void;
}

function ChosenStatuses({ load, chosen, onChange }: ChosenStatusesProps) {
  return (
    <fieldset className="@container grid gap-2">
      <legend className="mb-2 font-medium">Components</legend>
      <LoadError load={load} />
      {load.data?.map(({ componentID, name }) => (
        <SelectField
          key={componentID}
          inline
          label={name}
          value={chosen[componentID] ?? NOT_AFFECTED}
          choices={[NOT_AFFECTED, ...componentStatuses]}
          onChange={(status) => onChange(chosenWith(chosen, componentID, status))}
        />
      ))}
    </fieldset>
  );
}

function chosenWith(
  chosen: TemplateDraft["chosen"],
  componentID: string,
  status: ComponentStatus | typeof NOT_AFFECTED,
): TemplateDraft["chosen"] {
  const { [componentID]: _, ...others } = chosen;
  return status === NOT_AFFECTED ? others : { ...others, [componentID]: status };
}

function toRequest<Draft extends Partial<TemplateDraft>>({ chosen, ...fields }: Draft) {
  return {
    ...fields,
    ...(chosen && {
      components: Object.entries(chosen).map(([componentID, status]) => ({ componentID, status })),
    }),
  };
}
