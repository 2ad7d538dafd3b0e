import { useQuery } from "@tanstack/react-query";
import { noticeColors } from "../../../../worker/notices/domain.ts";
import { publishPath } from "../../../../worker/notices/proposals/domain.ts";
import { phaseShapes } from "../../../shared/phase-shapes.ts";
import { ListRow } from "../../lists/list-row.tsx";
import { overviewQuery } from "../../overview/calls.ts";
import { ProposalButtons } from "../../overview/proposal-buttons.tsx";
import { ProposalFacts } from "../../overview/proposal-facts.tsx";
import { useNow } from "../../times/now.ts";
import { proposalDraftName } from "./source.ts";

/** Stands before the incidents, because each of them waits to become one. */
export function ProposalList() {
  const { data: { proposals = [] } = {} } = useQuery(overviewQuery);
  const now = useNow();
  return (
    <ul
      aria-label="Proposals"
      className="@container divide-y divide-line rounded-xl border border-line bg-surface shadow-card"
    >
      {proposals.map((proposal) => (
        <ListRow
          key={proposal.proposalID}
          status="Proposal"
          color={noticeColors[proposal.status]}
          shape={phaseShapes[proposal.status]}
          name={proposal.name}
          href={publishPath(proposal.proposalID)}
          drafts={[proposalDraftName(proposal.proposalID)]}
          actions={<ProposalButtons proposal={proposal} />}
        >
          {proposal.message !== "" && <p className="w-full truncate text-muted">{proposal.message}</p>}
          <ProposalFacts proposal={proposal} now={now} />
        </ListRow>
      ))}
    </ul>
  );
}
