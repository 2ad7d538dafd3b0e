import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect } from "wouter";
import { isNotFound } from "../../api/error-status.ts";
import { storedDraft } from "../../drafts/stored-drafts.ts";
import { useSession } from "../../session/session.ts";
import { administratorOf } from "../../session/session-state.ts";
import { NoticeDialog } from "../form/notice-dialog.tsx";
import { proposalItem } from "./calls.ts";
import { ProposalLoad } from "./proposal-load.tsx";
import { proposalDraftName } from "./source.ts";

interface PublishDialogProps {
  proposalID: string;
  onClose: () => void;
}

/** The form of a new incident, filled in from a proposal. One that would resolve an incident leads to the composer of that. */
export function PublishDialog({ proposalID, onClose }: PublishDialogProps) {
  // Its button changes only when it was pressed: after the end of the proposal, Add would make another incident.
  const load = useQuery({ ...proposalItem(proposalID), refetchInterval: false, refetchOnWindowFocus: false });
  const [wasEdited] = useState(useHasDraft(proposalDraftName(proposalID)));
  // The form is older than the proposal's end, and stays as it was typed.
  const isGone = isNotFound(load.error) && (wasEdited || load.data !== undefined);
  const { incidentID = null, message = "" } = load.data ?? {};
  if (incidentID !== null) {
    const search = new URLSearchParams({ status: "Resolved", message });
    return <Redirect to={`/incidents/${incidentID}?${search}#update`} replace />;
  }
  if (load.data || isGone)
    return (
      <NoticeDialog kind="incident" source={{ proposalID, stored: load.data, isGone }} onClose={onClose} />
    );
  return <ProposalLoad load={load} title="Publish proposal" onClose={onClose} />;
}

function useHasDraft(name: string): boolean {
  const administrator = administratorOf(useSession());
  return storedDraft(`${administrator?.sub}/${name}`) !== undefined;
}
