import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { NoticeKind } from "../../../../worker/notices/domain.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { Button } from "../../../ui/button.tsx";
import { useIsPhone } from "../../../ui/narrow.ts";
import { useAction } from "../../action.ts";
import { isNotFound } from "../../api/error-status.ts";
import type { useNoticeForm } from "../form/use-notice-form.ts";
import { changeProposal, keepProposal } from "./calls.ts";
import { canBeProposal, proposalFields } from "./proposal-draft.ts";

type NoticeForm = ReturnType<typeof useNoticeForm>;

/** Adds a second way to save to the dialog of a new incident: colleagues see it, and visitors don't. */
export function useProposing(kind: NoticeKind, form: NoticeForm) {
  const { notice, draft, saveAction } = form;
  const isKeeping = useRef(false);
  const keepAction = useKeepAction(form);
  const isPhone = useIsPhone();
  const { isPending, error } = keepAction.submittedAt > saveAction.submittedAt ? keepAction : saveAction;
  const canKeep = kind === "incident" && !notice && canBeProposal(draft);
  return {
    saveAction: {
      isPending,
      error,
      mutate(_: undefined, options: { onSuccess: (saved: unknown) => void }) {
        if (isKeeping.current) keepAction.mutate(undefined, options);
        else saveAction.mutate(undefined, options);
      },
    },
    // One row of a phone has no room for all buttons, and the dialog's corner closes it, too.
    ...(canKeep && isPhone && { onCancel: undefined }),
    success: canKeep && (
      <Button
        busy={keepAction.isPending}
        onClick={({ currentTarget }) => {
          isKeeping.current = true;
          currentTarget.form?.requestSubmit();
          isKeeping.current = false;
        }}
      >
        {isPhone ? "Propose" : "Keep as proposal"}
      </Button>
    ),
  };
}

function useKeepAction({ draft, proposal, save }: NoticeForm) {
  const queryClient = useQueryClient();
  return useAction({
    title: `Keep ${isolateDirection(draft.name)} as proposal`,
    mutationFn: () =>
      save((write) =>
        proposal
          ? changeProposal(proposal.proposalID, proposalFields(draft), write)
          : keepProposal(proposalFields(draft), write.requestID),
      ),
    announce: () => ({
      text: "Kept as a proposal. Your colleagues see it here; visitors don't.",
      link: { text: "Show it", path: "/incidents" },
    }),
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: (error) => void (isNotFound(error) && queryClient.invalidateQueries()),
  });
}
