import { useQuery } from "@tanstack/react-query";
import { componentColor } from "../../../../worker/components/domain.ts";
import { pageEntries } from "../../../../worker/components/groups/domain.ts";
import type { Group } from "../../../../worker/components/groups/schema.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { groupList } from "../../components/calls.ts";

interface AddComponentFieldProps {
  components: readonly Component[];
  /** They include `components`, and those in rows that nothing was chosen in. */
  unchosen: readonly Component[];
  showsStatus: boolean;
  onAdd: (added: readonly Component[]) => void;
}

/** Groups stand before their components, as on the page, and add all of these. */
export function AddComponentField({ components, unchosen, showsStatus, onAdd }: AddComponentFieldProps) {
  const { data: groups = [] } = useQuery(groupList);
  const choices = new Map(toChoices({ components, unchosen, groups }).map((choice) => [choice.id, choice]));
  return (
    <ComboboxField
      label="Add a component"
      value=""
      choices={[...choices.keys()]}
      nameOf={(id) => choices.get(id)?.name ?? ""}
      find={(search) => findChoices([...choices.values()], search)}
      // Enter adds the component whose name is being typed, rather than the whole group above it.
      isBest={(id, search) => {
        const choice = choices.get(id);
        return choice !== undefined && beginsWith(choice, search);
      }}
      optionFor={(id, search) => {
        const choice = choices.get(id);
        return choice && <Option choice={choice} search={search} showsStatus={showsStatus} />;
      }}
      onChange={(id) => onAdd(choices.get(id)?.components ?? [])}
    />
  );
}

interface Choice {
  id: string;
  name: string;
  /** That of a group or of a component in it. */
  group: Group | null;
  isGroup: boolean;
  components: readonly Component[];
}

function toChoices({
  components,
  unchosen,
  groups,
}: Pick<AddComponentFieldProps, "components" | "unchosen"> & { groups: Group[] }): Choice[] {
  const offered = new Set(components.map(({ componentID }) => componentID));
  const known = new Set(groups.map(({ groupID }) => groupID));
  // Until the groups are loaded, each component stands alone.
  const placed = unchosen.map((component) =>
    component.groupID !== null && known.has(component.groupID) ? component : { ...component, groupID: null },
  );
  return pageEntries(placed, groups).flatMap(({ group, components: members }) => {
    const choices = members
      .filter(({ componentID }) => offered.has(componentID))
      .map((component): Choice => {
        const { componentID: id, name } = component;
        return { id, name, group, isGroup: false, components: [component] };
      });
    if (!group || members.length === 0) return choices;
    const { groupID, name } = group;
    return [{ id: groupID, name, group, isGroup: true, components: members }, ...choices];
  });
}

/** A group that matches stands before all of its components. Components elsewhere that begin with the text come first. */
function findChoices(choices: readonly Choice[], search: string): string[] {
  const rank = (choice: Choice) => {
    const { name, group } = choice;
    if (group && matches(group.name, search)) return 1;
    if (matches(name, search)) return beginsWith(choice, search) ? 0 : 2;
    return group && matches(`${group.name} ${name}`, search) ? 3 : undefined;
  };
  // A group of which only components match is not offered.
  const offered = choices.filter(({ name, isGroup }) => !isGroup || search === "" || matches(name, search));
  const ids = offered.map((choice) => ({ id: choice.id, rank: search === "" ? 0 : rank(choice) }));
  return [0, 1, 2, 3].flatMap((wanted) => ids.filter((each) => each.rank === wanted).map(({ id }) => id));
}

function matches(name: string, search: string): boolean {
  const terms = search.toLowerCase().split(/\s+/);
  return terms.every((term) => name.toLowerCase().includes(term));
}

function beginsWith({ name, isGroup }: Choice, search: string): boolean {
  return !isGroup && name.toLowerCase().startsWith(search.toLowerCase());
}

interface OptionProps {
  choice: Choice;
  search: string;
  showsStatus: boolean;
}

function Option({ choice: { name, group, isGroup, components }, search, showsStatus }: OptionProps) {
  const [component] = components;
  if (isGroup)
    return (
      <>
        <span className="min-w-0 grow font-medium">All of {name}</span>
        <span aria-hidden="true" className="text-muted">
          {components.length}
        </span>
      </>
    );
  const isBelowGroup = group !== null && matches(group.name, search);
  const status = showsStatus ? component?.status : undefined;
  return (
    <>
      {isBelowGroup && <span className="w-5 shrink-0" />}
      {status && <StatusShape color={componentColor(status)} />}
      <span className="min-w-0 grow">{name}</span>
      {group && search !== "" && (
        // The group above has told it to those who see the list.
        <span className={isBelowGroup ? "sr-only" : "text-muted"}>{group.name}</span>
      )}
      {status && status !== "Operational" && (
        <span className={group && !isBelowGroup ? "sr-only" : "shrink-0 text-muted"}>{status}</span>
      )}
    </>
  );
}
