import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { Form } from "../../ui/form.tsx";
import { Success } from "../../ui/success.tsx";

interface SignInFormProps {
  title: string;
  notice?: string | undefined;
  success?: string | undefined;
  action: string;
  busy: boolean;
  error: Error | null;
  onSubmit: () => void;
  onCancel?: () => void;
  children: ReactNode;
  more?: ReactNode;
}

export const noticeClass = "rounded-lg bg-accent-soft px-3 py-2 text-accent-text";

export function SignInForm({
  title,
  notice,
  success,
  action,
  busy,
  error,
  onSubmit,
  onCancel,
  children,
  more,
}: SignInFormProps) {
  return (
    <Form className="grid gap-4" busy={busy} onSubmit={onSubmit}>
      <h1 className="text-lg/6 font-semibold tracking-tight text-balance">{title}</h1>
      {notice && (
        <p role="status" className={noticeClass}>
          {notice}
        </p>
      )}
      {success && (
        <Success error={error} className={`${noticeClass} empty:hidden`}>
          {success}
        </Success>
      )}
      {children}
      <ErrorArea error={error} />
      <div className="mt-1 grid gap-2">
        <Button type="submit" variant="primary" busy={busy} className="min-h-10">
          {action}
        </Button>
        {onCancel && (
          <Button disabled={busy} onClick={onCancel} className="min-h-10">
            Cancel
          </Button>
        )}
        {more}
      </div>
    </Form>
  );
}

/** Password managers need to know whose password is entered. */
export function UsernameForPasswordManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
