import { useQuery } from "@tanstack/react-query";
import { componentColor } from "../../../../worker/components/domain.ts";
import { isOpen, type Notice } from "../../../../worker/notices/domain.ts";
import { shownStatuses } from "../../../../worker/public/pages/domain.ts";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { componentList } from "../../components/calls.ts";
import { worstStatuses } from "./worst-statuses.ts";

const MAX_SHOWN = 6;

export function AffectedList({ notice }: { notice: Notice }) {
  const { components } = notice;
  const more = components.length - MAX_SHOWN;
  return (
    <div className="grid gap-1.5">
      <Affected label="Affected components" notice={notice} components={components.slice(0, MAX_SHOWN)} />
      {more > 0 && (
        <details>
          <summary className="justify-self-start rounded text-muted">and {more} more</summary>
          <div className="mt-1.5">
            <Affected
              label="More affected components"
              notice={notice}
              components={components.slice(MAX_SHOWN)}
            />
          </div>
        </details>
      )}
    </div>
  );
}

interface AffectedProps extends Pick<Notice, "components"> {
  label: string;
  notice: Notice;
}

function Affected({ label, notice, components }: AffectedProps) {
  const { data: list = [] } = useQuery(componentList);
  const { data: worst } = useQuery({ ...worstStatuses(notice), enabled: !isOpen(notice) });
  const currentStatuses = new Map(list.map(({ componentID, status }) => [componentID, status]));
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {components.map((component) => {
        const { componentID, name, deleted } = component;
        const current = currentStatuses.get(componentID);
        const statuses = shownStatuses(
          notice,
          { ...component, ...(current && { currentStatus: current }) },
          worst?.get(componentID),
        );
        const text = deleted ? "deleted" : statusesText(notice, statuses);
        const hasIcon = isOpen(notice) && statuses.current !== undefined;
        return (
          <li
            key={componentID}
            className="flex min-w-0 items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 py-1"
          >
            {statuses.current && hasIcon && (
              <span className="-ml-1">
                <StatusShape color={componentColor(statuses.current)} />
              </span>
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
              {text && (
                <span className={`text-muted ${hasIcon ? "sr-only sm:not-sr-only" : ""}`}> {text}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function statusesText(
  notice: Notice,
  { planned, current, worst }: ReturnType<typeof shownStatuses>,
): string | undefined {
  if (planned) return `will be ${planned}`;
  if (isOpen(notice)) return current;
  if (worst && worst === current) return `still ${current}`;
  return [worst && `at its worst ${worst}`, current && `now ${current}`].filter((part) => part).join(" · ");
}
