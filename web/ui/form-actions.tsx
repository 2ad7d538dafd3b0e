import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { type Conflict, ConflictNotice } from "./conflict-notice.tsx";
import { ErrorArea } from "./error-area.tsx";

interface FormActionsProps {
  action: string;
  look?: "primary" | "danger";
  busy: boolean;
  error: Error | null;
  conflict?: Conflict | undefined;
  success?: ReactNode;
  onCancel?: () => void;
  /** Needed only where there is no form around it. */
  onSave?: () => void;
  children?: ReactNode;
}

export function FormActions({
  action,
  look = "primary",
  busy,
  error,
  conflict,
  success,
  onCancel,
  onSave,
  children,
}: FormActionsProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ErrorArea error={error} />
      {conflict && <ConflictNotice changes={conflict.changes} />}
      {children}
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        {success}
        {onCancel && (
          // Enter alone must not delete anything, so the focus starts on Cancel.
          <Button data-focus-first={look === "danger" || undefined} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {conflict && (
          <Button
            onClick={() => {
              conflict.takeTheirs();
              saveButton.current?.focus(); // This button disappears and would lose the focus.
            }}
          >
            Take theirs
          </Button>
        )}
        <Button ref={saveButton} type={onSave ? "button" : "submit"} look={look} busy={busy} onClick={onSave}>
          {conflict ? "Save mine anyway" : action}
        </Button>
      </div>
    </>
  );
}
