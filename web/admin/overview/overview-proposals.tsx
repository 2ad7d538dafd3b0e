import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { Link } from "wouter";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { useScreenPath } from "../sign-in/screen-path.ts";
import { useNow } from "../times/now.ts";
import { overviewQuery } from "./calls.ts";
import { remedyClassName } from "./check-line.tsx";
import { useIsPhone } from "./narrow.ts";
import { ProposalButtons } from "./proposal-buttons.tsx";
import { ProposalFacts, type ProposalSummary } from "./proposal-facts.tsx";

const MAX_SHOWN = 3;

/** The home screen has what waits for an answer. The incidents have a list of their own, and other screens a link to it. */
export function OverviewProposals() {
  const { data: { proposals = [] } = {} } = useQuery(overviewQuery);
  const path = useScreenPath();
  if (path === "/") return <Lines proposals={proposals} />;
  if (path.startsWith("/incidents")) return null;
  return (
    <Link href="/incidents" className={remedyClassName}>
      {proposals.length === 1 ? "1 proposal" : `${proposals.length} proposals`}
    </Link>
  );
}

function Lines({ proposals }: { proposals: readonly ProposalSummary[] }) {
  const now = useNow();
  const hidden = proposals.length - MAX_SHOWN;
  return (
    <div className="basis-full" style={{ order: 1 }}>
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
    </div>
  );
}

/** On a phone the name has a line of its own, as that of an open incident. */
function Line({ proposal, now }: { proposal: ProposalSummary; now: number }) {
  const { name, status, message, incidentID } = proposal;
  const isPhone = useIsPhone();
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-t border-line py-1.5 first:mt-1">
      <div className={isPhone ? "contents" : "min-w-0 grow basis-0"}>
        <p className="flex basis-full items-start gap-1.5 [overflow-wrap:anywhere]">
          <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />
          <span>
            <span className="text-muted">{incidentID === null ? "Proposal:" : "Proposal to resolve:"}</span>{" "}
            <bdi className="font-medium">{name}</bdi>
          </span>
        </p>
        {message !== "" && (
          <p className="basis-full truncate text-muted" style={indented}>
            {message}
          </p>
        )}
        <div className="min-w-0 grow basis-0" style={indented}>
          <ProposalFacts proposal={proposal} now={now} />
        </div>
      </div>
      <span className="-mx-2 flex flex-wrap">
        <ProposalButtons proposal={proposal} />
      </span>
    </li>
  );
}

/** By the width of the icon beside the name. */
const indented: CSSProperties = { paddingInlineStart: 26 };
