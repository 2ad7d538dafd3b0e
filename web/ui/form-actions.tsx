import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import type { Conflict } from "./conflict-notice.tsx";
import { ErrorArea } from "./error-area.tsx";
import { lazyPart } from "./lazy-part.tsx";

const ConflictNotice = lazyPart(
  "conflict-notice",
  async () => (await import("./conflict-notice.tsx")).ConflictNotice,
);

interface FormActionsProps {
  action: string;
  variant?: "primary" | "plain" | "danger";
  busy: boolean;
  /** There is nothing to save. */
  inactive?: boolean;
  error: Error | null;
  conflict?: Conflict | undefined;
  success?: ReactNode;
  choice?: ReactNode;
  commandEnterOnly?: boolean;
  /** Needed only outside of the form that it submits. */
  formID?: string;
  onCancel?: (() => void) | undefined;
  /** Needed only where there is no form around it. */
  onSave?: () => void;
  children?: ReactNode;
}

const isApple = /^(Mac|iP)/.test(navigator.platform);

/** Only devices with a mouse are sure to have a keyboard. */
function CommandEnterHint() {
  return (
    <span
      aria-hidden="true"
      className="hidden font-sans text-xs font-normal opacity-90 [@media(hover:hover)_and_(pointer:fine)]:inline"
    >
      {isApple ? "⌘ ↵" : "Ctrl ↵"}
    </span>
  );
}

export function FormActions({
  action,
  variant = "primary",
  busy,
  inactive = false,
  error,
  conflict,
  success,
  choice,
  commandEnterOnly = false,
  formID,
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
        {choice && <div className="mr-auto">{choice}</div>}
        {success}
        {onCancel && (
          // Enter alone must not delete anything, so the focus starts on Cancel.
          <Button data-focus-first={variant === "danger" || undefined} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {conflict && (
          <Button
            onClick={() => {
              conflict.discardConflicting();
              saveButton.current?.focus(); // This button disappears and would lose the focus.
            }}
          >
            Use theirs
          </Button>
        )}
        <Button
          ref={saveButton}
          type={onSave ? "button" : "submit"}
          variant={variant}
          busy={busy}
          inactive={inactive}
          form={formID}
          aria-keyshortcuts={commandEnterOnly ? "Control+Enter Meta+Enter" : undefined}
          onClick={onSave}
        >
          {conflict ? "Keep mine" : action}
          {commandEnterOnly && <CommandEnterHint />}
        </Button>
      </div>
    </>
  );
}
