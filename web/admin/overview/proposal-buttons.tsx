import { Link } from "wouter";
import { discardPath, publishPath } from "../../../worker/notices/proposals/domain.ts";
import { remedyClassName } from "./check-line.tsx";
import type { ProposalSummary } from "./proposal-facts.tsx";

/** Both open a dialog that a link in a chat can open, too. */
export function ProposalButtons({ proposal }: { proposal: ProposalSummary }) {
  const { proposalID, name, incidentID } = proposal;
  const verb = incidentID === null ? "Publish" : "Resolve";
  return (
    <>
      <Link href={publishPath(proposalID)} aria-label={`${verb}: ${name}`} className={remedyClassName}>
        {verb}
      </Link>
      <Link href={discardPath(proposalID)} aria-label={`Discard: ${name}`} className={remedyClassName}>
        Discard
      </Link>
    </>
  );
}
