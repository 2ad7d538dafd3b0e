import { componentColor } from "../../../../worker/components/domain.ts";
import type { Notice } from "../../../../worker/notices/domain.ts";
import { StatusShape } from "../../../ui/status-icon.tsx";

const MAX_SHOWN = 6;

export function AffectedList({ components }: Pick<Notice, "components">) {
  if (components.length === 0) return null;
  const more = components.length - MAX_SHOWN;
  return (
    <div className="grid gap-1.5">
      <Affected label="Affected components" components={components.slice(0, MAX_SHOWN)} />
      {more > 0 && (
        <details>
          <summary className="justify-self-start rounded text-muted">and {more} more</summary>
          <div className="mt-1.5">
            <Affected label="More affected components" components={components.slice(MAX_SHOWN)} />
          </div>
        </details>
      )}
    </div>
  );
}

function Affected({ label, components }: { label: string } & Pick<Notice, "components">) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {components.map(({ componentID, name, status, deleted }) => (
        <li
          key={componentID}
          className="flex min-w-0 items-center gap-1.5 rounded-lg border border-line bg-surface py-1 pr-2.5 pl-1.5"
        >
          <StatusShape color={componentColor(status)} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>{" "}
            <span className="sr-only text-muted sm:not-sr-only">{deleted ? "deleted" : status}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
