import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";

interface SignInFormProps {
  title: string;
  action: string;
  busy: boolean;
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
}

/** What the steps of signing in have in common. */
export function SignInForm({ title, action, busy, error, onSubmit, children }: SignInFormProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <h1 className="text-lg/6 font-semibold tracking-tight text-balance">{title}</h1>
      {children}
      <ErrorArea error={error} />
      <Button type="submit" look="primary" busy={busy} className="mt-1 min-h-10">
        {action}
      </Button>
    </form>
  );
}
