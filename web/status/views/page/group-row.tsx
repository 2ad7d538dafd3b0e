import { componentColor } from "../../../../worker/components/domain.ts";
import type { Group, GroupUptime } from "../../../../worker/components/groups/schema.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { useHref, usePlural, useTexts } from "../language.tsx";
import { State } from "../notice/state-icon.tsx";
import { StaticDayStrip } from "../strips/day-strip.tsx";
import { Title } from "../title.tsx";
import { ComponentRow, type RowView, Uptime } from "./component-row.tsx";

export interface GroupView {
  group: Group;
  uptime?: GroupUptime | undefined;
  rows: RowView[];
}

interface Shared {
  period: string;
  now: string;
}

interface Props extends GroupView {
  shared: Shared;
}

/** The group is open while something in it is not Operational, and then shows that first. */
export function GroupRow({ group, uptime, rows, shared }: Props) {
  const { groupID, name, status } = group;
  const texts = useTexts();
  const href = useHref();
  const { affected = [], operational = [] } = Object.groupBy(rows, ({ component }) =>
    component.status === "Operational" ? "operational" : "affected",
  );
  return (
    <li className="group" id={groupID}>
      <details open={status !== "Operational"}>
        <summary className={status === "Operational" ? undefined : "troubled"}>
          <h3>
            <bdi>
              <Title text={name} />
            </bdi>
          </h3>{" "}
          <State color={componentColor(status)} status={status} Tag="span" />
          <br />
          {uptime && <StaticDayStrip name={name} {...shared} {...uptime} />}
          {uptime && <Uptime uptime={uptime} now={shared.now} />}
        </summary>
        <Rows rows={affected.length > 0 ? affected : operational} shared={shared} />
        <p className="more">
          <a
            href={href(`/groups/${groupID}`)}
            aria-label={interpolate(texts.labeledText, {
              label: isolateDirection(name),
              text: texts.groupLink,
            })}
          >
            {texts.groupLink}
          </a>
        </p>
        {affected.length > 0 && operational.length > 0 && <Others rows={operational} shared={shared} />}
      </details>
    </li>
  );
}

interface RowsProps {
  rows: RowView[];
  shared: Shared;
}

function Rows({ rows, shared }: RowsProps) {
  return (
    <ul className="rows">
      {rows.map((row) => (
        <ComponentRow key={row.component.componentID} {...row} {...shared} />
      ))}
    </ul>
  );
}

function Others({ rows, shared }: RowsProps) {
  const texts = useTexts();
  const plural = usePlural();
  return (
    <details className="others">
      <summary>{plural(texts.othersOperational, rows.length)}</summary>
      <Rows rows={rows} shared={shared} />
    </details>
  );
}
