import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ConflictNotice, type Meanwhile } from "./conflict-notice.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { ErrorArea } from "./error-area.tsx";
import { Form } from "./form.tsx";

interface FormDialogProps {
  title: string;
  /** The words on the button that sends the form. */
  action: string;
  look?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  /** What somebody else changed in what this form is about to save over. */
  meanwhile?: Meanwhile | false;
  /** What has to be in sight when the form is sent, however long the form is. */
  beside?: ReactNode;
  /** For what many people read at once: Enter alone does not send it. */
  commandEnterOnly?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page: it stays open, with what was written, until it is sent or given up. */
export function FormDialog({
  title,
  action,
  look = "primary",
  busy,
  error,
  meanwhile = false,
  beside,
  commandEnterOnly = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <Form
        className="flex min-h-0 flex-col"
        busy={busy}
        commandEnterOnly={commandEnterOnly}
        onSubmit={onSubmit}
      >
        <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
        <footer className="grid max-h-[50dvh] shrink-0 gap-3 overflow-y-auto border-t border-line bg-canvas/60 px-5 py-3">
          <ErrorArea error={error} />
          {meanwhile && <ConflictNotice changes={meanwhile.changes} />}
          {beside}
          <div className="flex flex-wrap justify-end gap-2">
            {/* What can not be undone takes more than one press of Enter. */}
            <Button data-focus-first={look === "danger" || undefined} onClick={onClose}>
              Cancel
            </Button>
            {meanwhile && <Button onClick={meanwhile.takeTheirs}>Take theirs</Button>}
            <Button type="submit" look={look} busy={busy}>
              {meanwhile ? "Save mine anyway" : action}
            </Button>
          </div>
        </footer>
      </Form>
    </DialogFrame>
  );
}
