import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { publishPath } from "../../../../worker/notices/proposals/domain.ts";
import { Button } from "../../../ui/button.tsx";
import { useIsNarrower } from "../../../ui/narrow.ts";
import { ListRow } from "../../lists/list-row.tsx";
import { overviewQuery } from "../../overview/calls.ts";
import { ProposalButtons } from "../../overview/proposal-buttons.tsx";
import { ProposalFacts, ProposalIcon, type ProposalSummary } from "../../overview/proposal-facts.tsx";
import { useNow } from "../../times/now.ts";
import { proposalDraftName } from "./source.ts";

/** In a narrower window, a row has its buttons below its text. */
const TWO_LINES_REM = 57;
/** The buttons have a border, which must not touch the text. */
const belowText: CSSProperties = { paddingBlock: "10px 8px" };
/** More would hide the incidents below. */
const MAX_FOLDED = 5;

/** Stands before the incidents, because each of them waits to become one. */
export function ProposalList() {
  const { data: { proposals = [] } = {} } = useQuery(overviewQuery);
  const now = useNow();
  const [showsAll, setShowsAll] = useState(false);
  const hidden = proposals.length - MAX_FOLDED;
  return (
    <>
      <ul
        aria-label="Proposals"
        className="@container divide-y divide-line rounded-xl border border-line bg-surface shadow-card"
      >
        {(showsAll ? proposals : proposals.slice(0, MAX_FOLDED)).map((proposal) => (
          <ProposalRow key={proposal.proposalID} proposal={proposal} now={now} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="quiet"
          className="justify-self-start"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Show fewer" : `${hidden} more proposals`}
        </Button>
      )}
    </>
  );
}

function ProposalRow({ proposal, now }: { proposal: ProposalSummary; now: number }) {
  const { proposalID, name, message } = proposal;
  const isNarrow = useIsNarrower(TWO_LINES_REM);
  return (
    <ListRow
      status="Proposal"
      color="blue"
      lead={<ProposalIcon proposal={proposal} />}
      name={name}
      href={publishPath(proposalID)}
      drafts={[proposalDraftName(proposalID)]}
      actions={
        <span className="relative mr-2 flex items-center" style={isNarrow ? belowText : undefined}>
          <ProposalButtons proposal={proposal} />
        </span>
      }
    >
      {message !== "" && <p className="w-full truncate text-muted">{message}</p>}
      <ProposalFacts proposal={proposal} now={now} />
    </ListRow>
  );
}
