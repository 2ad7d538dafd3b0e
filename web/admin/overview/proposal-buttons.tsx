import { discardPath, publishPath } from "../../../worker/notices/proposals/domain.ts";
import { PanelLink } from "./panel-row.tsx";
import type { ProposalSummary } from "./proposal-facts.tsx";

/** Both open a dialog that a link in a chat can open, too. */
export function ProposalButtons({ proposal }: { proposal: ProposalSummary }) {
  const { proposalID, name, incidentID } = proposal;
  const verb = incidentID === null ? "Publish" : "Resolve";
  return (
    <>
      <PanelLink href={publishPath(proposalID)} action={verb} name={name} isFirst />
      <PanelLink href={discardPath(proposalID)} action="Discard" name={name} isFirst={false} />
    </>
  );
}
