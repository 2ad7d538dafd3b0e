import { componentColor, worstStatus } from "../../../worker/components/domain.ts";
import type { Overview } from "../../../worker/console/schema.ts";
import { proposedByText } from "../../../worker/notices/proposals/domain.ts";
import { StatusIcon } from "../../ui/icons/status-icon.tsx";
import { formatAge } from "../times/dates.ts";
import { WorstIcon } from "./worst-icon.tsx";

export type ProposalSummary = Overview["proposals"][number];

const MAX_COMPONENTS = 3;

export function ProposalIcon({ proposal: { status, components } }: { proposal: ProposalSummary }) {
  return <WorstIcon status={status} worst={worstStatus(components.map((each) => each.status))} />;
}

/** Says which components it would change, and since when it waits. The icon has the status if they all get the same. */
export function ProposalFacts({ proposal, now }: { proposal: ProposalSummary; now: number }) {
  const { name: proposalName, components, componentCount, createdBy, createdAt } = proposal;
  const hasIcons = new Set(components.map(({ status }) => status)).size > 1;
  // The name of a rule's proposal has those of its components.
  const isNamed = ({ name }: { name: string }) => !hasIcons && proposalName.includes(name);
  const unnamed = components.filter((component) => !isNamed(component));
  const shown = unnamed.slice(0, MAX_COMPONENTS);
  const more = componentCount - components.length + unnamed.length - shown.length;
  const author = proposedByText(createdBy);
  return (
    <p className="relative flex flex-wrap items-center gap-x-2 text-muted [overflow-wrap:anywhere]">
      {shown.map(({ componentID, name, status }) => (
        <span key={componentID} className="inline-flex items-center gap-1.5">
          {hasIcons && <StatusIcon status={status} color={componentColor(status)} />}
          <bdi>{name}</bdi>
        </span>
      ))}
      {more > 0 && <span>and {more} more</span>}
      <span data-tip={author}>
        <span className="sr-only">{author}, </span>
        {formatAge(createdAt, now).replaceAll(" ", "\u00a0")}
      </span>
    </p>
  );
}
