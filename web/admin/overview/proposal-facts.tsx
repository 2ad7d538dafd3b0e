import { componentColor } from "../../../worker/components/domain.ts";
import type { Overview } from "../../../worker/console/schema.ts";
import { proposedByText } from "../../../worker/notices/proposals/domain.ts";
import { StatusIcon } from "../../ui/icons/status-icon.tsx";
import { formatAge } from "../times/dates.ts";

export type ProposalSummary = Overview["proposals"][number];

const MAX_COMPONENTS = 3;

/** Says which components it would change, who made it, and since when it waits. */
export function ProposalFacts({ proposal, now }: { proposal: ProposalSummary; now: number }) {
  const { components, componentCount, createdBy, createdAt } = proposal;
  const shown = components.slice(0, MAX_COMPONENTS);
  const more = componentCount - shown.length;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted [overflow-wrap:anywhere]">
      {shown.map(({ componentID, name, status }) => (
        <span key={componentID} className="inline-flex items-center gap-1.5">
          <StatusIcon status={status} color={componentColor(status)} />
          <bdi>{name}</bdi>
        </span>
      ))}
      {more > 0 && <span>and {more} more</span>}
      <span>
        {proposedByText(createdBy)}, {formatAge(createdAt, now).replaceAll(" ", "\u00a0")}
      </span>
    </p>
  );
}
