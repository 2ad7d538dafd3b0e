import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { StatusPill } from "../lists/status-pill.tsx";
import { useScreenPath } from "../sign-in/screen-path.ts";
import { useNow } from "../times/now.ts";
import { overviewQuery } from "./calls.ts";
import { PanelRow, quietClassName } from "./panel-row.tsx";
import { ProposalButtons } from "./proposal-buttons.tsx";
import { ProposalFacts, ProposalIcon, type ProposalSummary } from "./proposal-facts.tsx";

const MAX_SHOWN = 3;

/** The home screen has what waits for an answer. The incidents have a list of their own, and other screens a link to it. */
export function OverviewProposals() {
  const { data: { proposals = [] } = {} } = useQuery(overviewQuery);
  const path = useScreenPath();
  if (path === "/") return <Lines proposals={proposals} />;
  if (path === "/incidents" || path === "/incidents/new") return null;
  return (
    <Link href="/incidents" className={quietClassName}>
      {proposals.length === 1 ? "1 proposal" : `${proposals.length} proposals`}
    </Link>
  );
}

function Lines({ proposals }: { proposals: readonly ProposalSummary[] }) {
  const now = useNow();
  const hidden = proposals.length - MAX_SHOWN;
  return (
    <>
      <ul aria-label="Proposals" className="grid">
        {proposals.slice(0, MAX_SHOWN).map((proposal) => (
          <Line key={proposal.proposalID} proposal={proposal} now={now} />
        ))}
      </ul>
      {hidden > 0 && (
        <Link
          href="/incidents"
          className="flex min-h-9 items-center font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {hidden} more
        </Link>
      )}
    </>
  );
}

function Line({ proposal, now }: { proposal: ProposalSummary; now: number }) {
  const { name, message, incidentID } = proposal;
  return (
    <PanelRow
      icon={<ProposalIcon proposal={proposal} />}
      aside={<StatusPill color="blue">{incidentID === null ? "Proposal" : "Proposal to resolve"}</StatusPill>}
      actions={<ProposalButtons proposal={proposal} />}
    >
      <p>
        <bdi className="font-medium">{name}</bdi>
      </p>
      <ProposalFacts proposal={proposal} now={now} />
      {message !== "" && <p className="w-full truncate text-muted">{message}</p>}
    </PanelRow>
  );
}
