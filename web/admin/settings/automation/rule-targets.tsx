import { useQuery } from "@tanstack/react-query";
import type { AlertRule } from "../../../../worker/alerts/rules/schema.ts";
import { type ComponentStatus, componentColor } from "../../../../worker/components/domain.ts";
import { StatusIcon } from "../../../ui/icons/status-icon.tsx";
import { componentList, groupList } from "../../components/calls.ts";
import { modeTexts } from "./mode-texts.ts";

/** What the rule does, and with which components. */
export function RuleTargets({ rule: { mode, components, groupID, groupStatus } }: { rule: AlertRule }) {
  const { data: all = [] } = useQuery(componentList);
  const { data: groups = [] } = useQuery(groupList);
  const group = groups.find((each) => each.groupID === groupID);
  const targets: { id: string; name: string; status: ComponentStatus }[] = [
    ...components.flatMap(({ componentID: id, status }) => {
      const component = all.find(({ componentID }) => componentID === id);
      return component ? [{ id, name: component.name, status }] : [];
    }),
    ...(group ? [{ id: group.groupID, name: `all of ${group.name}`, status: groupStatus }] : []),
  ];
  return (
    <div className="flex flex-wrap gap-x-3">
      <p>{modeTexts[mode].verb}</p>
      {targets.length > 0 && (
        <ul aria-label="Components" className="contents">
          {targets.map(({ id, name, status }) => (
            <li key={id} className="flex min-w-0 gap-1">
              <StatusIcon status={status} color={componentColor(status)} />
              <bdi className="min-w-0">{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
