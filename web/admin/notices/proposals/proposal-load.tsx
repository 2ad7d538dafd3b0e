import type { ComponentProps } from "react";
import { Button } from "../../../ui/button.tsx";
import { DialogFrame } from "../../../ui/dialogs/dialog-frame.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { isNotFound } from "../../api/error-status.ts";

interface ProposalLoadProps {
  load: ComponentProps<typeof LoadError>["load"];
  title: string;
  onClose: () => void;
}

/** Says why there is no proposal. A link in a chat may be opened long after someone else has decided. */
export function ProposalLoad({ load, title, onClose }: ProposalLoadProps) {
  if (!load.error) return null;
  return (
    <DialogFrame title={title} onClose={onClose}>
      <div className="grid gap-4 px-5 pb-5">
        {isNotFound(load.error) ? (
          <p role="alert">This proposal was already published or discarded. Nothing is left to do here.</p>
        ) : (
          <LoadError load={load} />
        )}
        <Button className="justify-self-end" data-focus-first onClick={onClose}>
          Close
        </Button>
      </div>
    </DialogFrame>
  );
}
