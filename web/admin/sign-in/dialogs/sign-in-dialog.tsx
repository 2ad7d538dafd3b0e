import { useEffect, useState } from "react";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useAction } from "../../action.ts";
import { hasExternalSignIn } from "../../runtime-settings.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { loadLibrary, type SignInStep, signIn } from "../steps.ts";

const ProviderChoice = lazyPart(
  "provider-choice",
  async () => (await import("./provider-dialog.tsx")).ProviderChoice,
  null,
  hasExternalSignIn,
);

interface SignInDialogProps {
  email: string;
  onEmail: (email: string) => void;
  notice: string | undefined;
  success: string | undefined;
  onStep: (step: SignInStep) => Promise<void>;
  onForgot: () => void;
  opensWindow: boolean;
}

export function SignInDialog({
  email,
  onEmail,
  notice,
  success,
  onStep,
  onForgot,
  opensWindow,
}: SignInDialogProps) {
  const [password, setPassword] = useState("");
  const [hasEmail] = useState(email !== "");
  useEffect(() => {
    loadLibrary().catch(() => undefined); // `signIn` says why it can't be loaded
  }, []);
  const signInAction = useAction({
    title: "Sign in",
    mutationFn: () => signIn(email.trim(), password),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="Sign in"
      notice={notice}
      success={signInAction.isIdle ? success : undefined}
      action="Signin"
      busy={signInAction.isPending}
      error={signInAction.error}
      onSubmit={signInAction.mutate}
      more={
        <>
          <ForgotButton disabled={signInAction.isPending} onClick={onForgot} />
          {hasExternalSignIn() && <ProviderChoice opensWindow={opensWindow} />}
        </>
      }
    >
      <TextField
        label="Email Address"
        type="email"
        required="Email address is required."
        autoComplete="username"
        autoFocus={!hasEmail}
        value={email}
        onChange={onEmail}
      />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        autoFocus={hasEmail}
        value={password}
        onChange={setPassword}
      />
    </SignInForm>
  );
}

function ForgotButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="min-h-9 justify-self-center rounded-md px-2 font-medium text-accent-text enabled:hover:underline disabled:opacity-60"
    >
      Forgot Password?
    </button>
  );
}
