import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ruleModes } from "../../../../worker/alerts/rules/domain.ts";
import type { AlertRule } from "../../../../worker/alerts/rules/schema.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { RadioList } from "../../../ui/fields/radio-list.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useAction } from "../../action.ts";
import { useDraft } from "../../drafts/draft.ts";
import { DraftDialog } from "../../drafts/draft-dialog.tsx";
import { changedFields } from "../../drafts/draft-fields.ts";
import { AffectedComponents } from "../../notices/form/affected-components.tsx";
import styles from "./automation.css?inline";
import { addRule, changeRule, ruleList } from "./calls.ts";
import { LabelFields } from "./label-fields.tsx";
import { modeTexts } from "./mode-texts.ts";
import { sourceChoices, sourceName } from "./received-texts.ts";
import { comparedFields, newRule, type RuleDraft, toDraft, toRequest } from "./rule-draft.ts";
import { GroupFields, TemplateField, TimingFields } from "./rule-fields.tsx";
import { PreviewLine, PreviewList, useRulePreview } from "./rule-preview.tsx";

adoptStyles(styles);

interface RuleDialogProps {
  rule?: AlertRule;
  example?: Partial<RuleDraft> | undefined;
  onClose: () => void;
}

export function RuleDialog({ rule: opened, example, onClose }: RuleDialogProps) {
  const { data: rules } = useQuery(ruleList);
  const rule = rules?.find(({ ruleID }) => ruleID === opened?.ruleID) ?? opened;
  const form = useDraft(`alertRule/${rule?.ruleID ?? example?.name ?? ""}`, rule, {
    comparedFields,
    toDraft: (stored) => ({ ...toDraft(stored), ...(!stored && example) }),
  });
  const { baseline, draft, edit } = form;
  const edited = rule ?? baseline;
  const saveAction = useSaveAction(form, edited);
  const preview = useRulePreview(draft);

  return (
    <DraftDialog
      title={edited ? "Edit Rule" : "Add Rule"}
      action={edited ? "Save" : "Add"}
      form={form}
      saveAction={saveAction}
      commandEnterOnly
      beside={<PreviewLine load={preview} draft={draft} />}
      onClose={onClose}
    >
      <TextField label="Name" required focusFirst value={draft.name} onChange={(name) => edit({ name })} />
      <SelectField
        label="Alerts from"
        value={draft.source}
        choices={sourceChoices}
        nameOf={sourceName}
        onChange={(source) => edit({ source })}
      />
      <LabelFields
        isFromAlert={example?.labels !== undefined}
        value={draft.labels}
        onChange={(labels) => edit({ labels })}
      />
      <RadioList
        label="What follows"
        value={draft.mode}
        choices={ruleModes}
        texts={modeTexts}
        onChange={(mode) => edit({ mode })}
      />
      <AffectedComponents
        kind="incident"
        legend="Components"
        isForLater
        affected={[]}
        planned={[]}
        chosen={draft.chosen}
        onChange={(chosen) => edit({ chosen })}
      />
      <GroupFields draft={draft} edit={edit} />
      {(draft.mode === "propose" || draft.mode === "publish") && <TemplateField draft={draft} edit={edit} />}
      <TimingFields draft={draft} edit={edit} />
      <PreviewList load={preview} />
    </DraftDialog>
  );
}

type RuleForm = ReturnType<typeof useDraft<AlertRule, RuleDraft>>;

function useSaveAction({ baseline, draft, save }: RuleForm, edited: AlertRule | undefined) {
  const queryClient = useQueryClient();
  return useAction({
    title: edited ? `Edit ${isolateDirection(edited.name)}` : "Add Rule",
    mutationFn: async () => {
      if (!edited) return save(({ requestID }) => addRule(newRule(draft), requestID));
      const before = toDraft(baseline);
      const isSame = JSON.stringify(before.chosen) === JSON.stringify(draft.chosen);
      const change = toRequest(changedFields(before, isSame ? { ...draft, chosen: before.chosen } : draft));
      if (Object.keys(change).length === 0) return edited;
      return save((write) => changeRule(edited.ruleID, change, write));
    },
    onSuccess: () => void queryClient.invalidateQueries(), // The received alerts say which rules they match.
  });
}
