import { useQuery } from "@tanstack/react-query";
import { MAX_MINUTES } from "../../../../worker/alerts/rules/domain.ts";
import { componentStatuses } from "../../../../worker/components/domain.ts";
import { Fold } from "../../../ui/fields/fold.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { groupList } from "../../components/calls.ts";
import { templateList } from "../../templates/calls.ts";
import { wholeNumberField } from "../number-fields.tsx";
import { NONE, type RuleDraft } from "./rule-draft.ts";

interface FieldsProps {
  draft: RuleDraft;
  edit: (change: Partial<RuleDraft>) => void;
}

export function GroupFields({ draft: { groupID, groupStatus }, edit }: FieldsProps) {
  const { data: groups } = useQuery(groupList);
  if (!groups || (groups.length === 0 && groupID === NONE)) return null;
  return (
    <>
      <SelectField
        label="Group"
        value={groupID}
        choices={withValue(groupID, [NONE, ...groups.map((group) => group.groupID)])}
        nameOf={(id) =>
          id === NONE ? "None" : (groups.find((group) => group.groupID === id)?.name ?? DELETED)
        }
        onChange={(id) => edit({ groupID: id })}
      />
      {groupID !== NONE && (
        <SelectField
          label="All components of the group get"
          value={groupStatus}
          choices={componentStatuses}
          onChange={(status) => edit({ groupStatus: status })}
        />
      )}
    </>
  );
}

export function TemplateField({ draft: { templateID }, edit }: FieldsProps) {
  const { data } = useQuery(templateList);
  if (!data) return null;
  const templates = data.filter(({ kind }) => kind === "incident");
  if (templates.length === 0 && templateID === NONE) return null;
  return (
    <SelectField
      label="Words of the incident"
      value={templateID}
      choices={withValue(templateID, [NONE, ...templates.map((template) => template.templateID)])}
      nameOf={(id) =>
        id === NONE
          ? "“Problem with” and the components"
          : (templates.find((template) => template.templateID === id)?.name ?? DELETED)
      }
      onChange={(id) => edit({ templateID: id })}
    />
  );
}

/** A draft can be older than the deletion of what it names. */
const DELETED = "Deleted: choose another";

function withValue(value: string, choices: readonly string[]): readonly string[] {
  return choices.includes(value) ? choices : [...choices, value];
}

const HoldField = wholeNumberField({
  hint: "An alert must fire for this time before the rule acts.",
  unit: "minutes",
  min: 0,
  max: MAX_MINUTES,
});

const SettleField = wholeNumberField({
  hint: "All alerts must be over for this time before the rule ends what it began.",
  unit: "minutes",
  min: 0,
  max: MAX_MINUTES,
});

export function TimingFields({ draft: { holdMinutes, settleMinutes }, edit }: FieldsProps) {
  return (
    <Fold summary={`Timing: acts after ${holdMinutes} min, ends after ${settleMinutes} min`}>
      <HoldField label="Hold" value={holdMinutes} onChange={(minutes) => edit({ holdMinutes: minutes })} />
      <SettleField
        label="Settle"
        value={settleMinutes}
        onChange={(minutes) => edit({ settleMinutes: minutes })}
      />
    </Fold>
  );
}
