import type { ReactNode } from "react";
import type { Conflict } from "../conflict-notice.tsx";
import { DraftNotice, type Restored } from "../draft-notice.tsx";
import { Form } from "../form.tsx";
import { FormActions } from "../form-actions.tsx";
import { DialogFrame } from "./dialog-frame.tsx";

interface FormDialogProps {
  title: string;
  action: string;
  variant?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  conflict?: Conflict | undefined;
  restored?: Restored | undefined;
  /** Stays visible beside the button, however long the form is. */
  beside?: ReactNode;
  choice?: ReactNode;
  /** Stands before the buttons. */
  success?: ReactNode;
  commandEnterOnly?: boolean;
  /** It closes the dialog unless it is given, and is undefined for a dialog without this button. */
  onCancel?: (() => void) | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({
  title,
  busy,
  beside,
  restored,
  commandEnterOnly = false,
  onSubmit,
  onClose,
  children,
  ...rest
}: FormDialogProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <Form
        className="@container flex min-h-0 flex-col"
        busy={busy}
        commandEnterOnly={commandEnterOnly}
        onSubmit={onSubmit}
      >
        <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5">
          <DraftNotice restored={restored} />
          {children}
        </div>
        <footer className="grid max-h-[50dvh] shrink-0 gap-3 overflow-y-auto border-t border-line bg-canvas/60 px-5 py-3 @max-xl:gap-1 @max-xl:py-1.5">
          <FormActions busy={busy} commandEnterOnly={commandEnterOnly} onCancel={onClose} {...rest}>
            {beside}
          </FormActions>
        </footer>
      </Form>
    </DialogFrame>
  );
}
