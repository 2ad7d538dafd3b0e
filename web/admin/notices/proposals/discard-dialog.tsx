import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { useAction } from "../../action.ts";
import { discardProposal, proposalItem } from "./calls.ts";
import { ProposalLoad } from "./proposal-load.tsx";

interface DiscardDialogProps {
  proposalID: string;
  onClose: () => void;
}

export function DiscardDialog({ proposalID, onClose }: DiscardDialogProps) {
  const load = useQuery(proposalItem(proposalID));
  const queryClient = useQueryClient();
  const name = isolateDirection(load.data?.name ?? "");
  const discardAction = useAction({
    title: `Discard ${name}`,
    mutationFn: () => discardProposal(proposalID),
    announce: () => ({ text: `${name} was discarded. Visitors never saw it.` }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  if (!load.data || load.error)
    return <ProposalLoad load={load} title="Discard proposal" onClose={onClose} />;
  return (
    <FormDialog
      title={`Discard ${name} ?`}
      action="Discard"
      variant="danger"
      busy={discardAction.isPending}
      error={discardAction.error}
      onSubmit={() => discardAction.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-muted">Visitors haven't seen it. This can't be undone.</p>
    </FormDialog>
  );
}
