import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { ConflictNotice, type Meanwhile } from "./conflict-notice.tsx";
import { ErrorArea } from "./error-area.tsx";
import { Form } from "./form.tsx";
import { Success } from "./success.tsx";

interface FormCardProps {
  busy: boolean;
  /** What is written here is what is stored; or what else has been done. */
  saved: boolean | string;
  /** What the button does. */
  action?: string;
  error: Error | null;
  meanwhile: Meanwhile | false;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields that are saved together. */
export function FormCard({
  busy,
  saved,
  action = "Save",
  error,
  meanwhile,
  onSubmit,
  children,
}: FormCardProps) {
  const saveButton = useRef<HTMLButtonElement>(null);

  return (
    <Form className="rounded-xl border border-line bg-surface shadow-card" busy={busy} onSubmit={onSubmit}>
      <div className="grid gap-6 p-5">{children}</div>
      <div className="grid gap-3 border-t border-line px-5 py-3">
        <ErrorArea error={error} />
        {meanwhile && <ConflictNotice changes={meanwhile.changes} />}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <Success error={error}>{saved === true ? "Saved" : saved}</Success>
          {meanwhile && (
            <Button
              onClick={() => {
                meanwhile.takeTheirs();
                // The button goes, and the focus must not go with it.
                saveButton.current?.focus();
              }}
            >
              Take theirs
            </Button>
          )}
          <Button ref={saveButton} type="submit" look="primary" busy={busy}>
            {meanwhile ? "Save mine anyway" : action}
          </Button>
        </div>
      </div>
    </Form>
  );
}
