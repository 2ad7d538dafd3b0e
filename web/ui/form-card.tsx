import type { ReactNode } from "react";
import type { Conflict } from "./conflict-notice.tsx";
import { DraftNotice, type Restored } from "./draft-notice.tsx";
import { Form } from "./form.tsx";
import { FormActions } from "./form-actions.tsx";
import { Success } from "./success.tsx";

interface FormCardProps {
  busy: boolean;
  /** A string replaces the text "Saved". */
  saved: boolean | string;
  action?: string;
  error: Error | null;
  conflict?: Conflict | undefined;
  restored?: Restored | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

export function FormCard({
  busy,
  saved,
  action = "Save",
  restored,
  onSubmit,
  children,
  ...rest
}: FormCardProps) {
  return (
    <Form className="rounded-xl border border-line bg-surface shadow-card" busy={busy} onSubmit={onSubmit}>
      <div className="grid gap-6 p-5">
        <DraftNotice restored={restored} />
        {children}
      </div>
      <div className="grid gap-3 border-t border-line px-5 py-3">
        <FormActions
          action={action}
          busy={busy}
          success={<Success error={rest.error}>{saved === true ? "Saved" : saved}</Success>}
          {...rest}
        />
      </div>
    </Form>
  );
}
