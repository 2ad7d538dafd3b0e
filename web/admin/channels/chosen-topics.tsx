import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
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

/** A longer list has boxes only for what was chosen. A search adds others. */
const MAX_LISTED = 12;

export function ChosenTopics({ load, groups, chosen, onChange }: ChosenTopicsProps) {
  // A box that is unticked stays where it is.
  const [listed, setListed] = useState([...chosen.groups, ...chosen.components]);
  const { data: components = [] } = load;
  const topics = [
    ...groups.map(({ groupID, name }) => {
      const size = components.filter((component) => component.groupID === groupID).length;
      const note = size === 1 ? "Its component" : `All of its ${size} components`;
      return { id: groupID, label: `${name} (group)`, kind: "groups" as const, note };
    }),
    ...components.map(({ componentID, name }) => {
      return { id: componentID, label: name, kind: "components" as const, note: undefined };
    }),
  ];
  const isShort = topics.length <= MAX_LISTED;
  const others = isShort ? [] : topics.filter(({ id }) => !listed.includes(id));
  const toggle = (id: string) => {
    const topic = topics.find((each) => each.id === id);
    if (topic) onChange({ [topic.kind]: toggled(chosen[topic.kind], id) });
  };
  return (
    <fieldset className="-mt-2 grid gap-3">
      <legend className="sr-only">Components and groups</legend>
      <LoadError load={load} />
      <div className="grid gap-x-4 empty:hidden sm:grid-cols-2">
        {topics
          .filter((topic) => !others.includes(topic))
          .map(({ id, label, kind, note }) => {
            const isChosen = chosen[kind].includes(id);
            return (
              <CheckField key={id} label={label} checked={isChosen} onChange={() => toggle(id)}>
                {isChosen && note}
              </CheckField>
            );
          })}
      </div>
      {others.length > 0 && (
        <ComboboxField
          label="Add a component"
          value=""
          choices={others.map(({ id }) => id)}
          nameOf={(id) => others.find((each) => each.id === id)?.label ?? ""}
          onChange={(id) => {
            setListed([...listed, id]);
            toggle(id);
          }}
        />
      )}
    </fieldset>
  );
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}
