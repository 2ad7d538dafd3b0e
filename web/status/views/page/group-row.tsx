import { componentColor } from "../../../../worker/components/domain.ts";
import type { Group, GroupUptime } from "../../../../worker/components/groups/schema.ts";
import { Interpolated, useHref, useTexts } from "../language.tsx";
import { StateIcon } from "../notice/state-icon.tsx";
import { StaticDayStrip } from "../strips/day-strip.tsx";
import { Axis, ComponentRow, type RowView } from "./component-row.tsx";

export interface GroupView {
  group: Group;
  uptime?: GroupUptime | undefined;
  rows: RowView[];
}

interface Props extends GroupView {
  shared: { isCompact: boolean; period: string; now: string };
}

/** The group is open while something in it is not Operational. */
export function GroupRow({ group, uptime, rows, shared }: Props) {
  const { groupID, name, status } = group;
  const texts = useTexts();
  const href = useHref();
  const color = componentColor(status);
  return (
    <li className="group" id={groupID}>
      <details open={status !== "Operational"}>
        <summary className="top-line">
          <h3>
            <bdi>{name}</bdi>
          </h3>{" "}
          <span className={`status ${color}`}>
            <StateIcon color={color} />
            {texts.states[status]}
          </span>
          <br />
          {uptime && <StaticDayStrip name={name} {...shared} {...uptime} />}
          {uptime && <Axis uptime={uptime} {...shared} />}
        </summary>
        <ul className={shared.isCompact ? "rows many" : "rows"}>
          {rows.map((row) => (
            <ComponentRow key={row.component.componentID} {...row} {...shared} />
          ))}
        </ul>
        <p className="more">
          <a href={href(`/groups/${groupID}`)}>
            <Interpolated text={texts.groupLink} values={{ group: <bdi key="group">{name}</bdi> }} />
          </a>
        </p>
      </details>
    </li>
  );
}
