import type { UseQueryResult } from "@tanstack/react-query";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { LoadError } from "../../ui/load-error.tsx";

interface Chosen {
  components: readonly string[];
  groups: readonly string[];
}

interface ChosenTopicsProps {
  load: UseQueryResult<Component[]>;
  groups: readonly Group[];
  chosen: Chosen;
  onChange: (change: Partial<Chosen>) => void;
}

export function ChosenTopics({ load, groups, chosen, onChange }: ChosenTopicsProps) {
  return (
    <fieldset className="-mt-2 grid gap-x-4 sm:grid-cols-2">
      <legend className="sr-only">Components and groups</legend>
      <LoadError load={load} />
      {groups.map(({ groupID, name }) => (
        <CheckField
          key={groupID}
          label={`${name} (group)`}
          checked={chosen.groups.includes(groupID)}
          onChange={() => onChange({ groups: toggled(chosen.groups, groupID) })}
        />
      ))}
      {load.data?.map(({ componentID, name }) => (
        <CheckField
          key={componentID}
          label={name}
          checked={chosen.components.includes(componentID)}
          onChange={() => onChange({ components: toggled(chosen.components, componentID) })}
        />
      ))}
    </fieldset>
  );
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}
