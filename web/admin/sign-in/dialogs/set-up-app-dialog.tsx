import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { useAction } from "../../action.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { finishSetUp, type SignInStep } from "../steps.ts";
import { AppSecret } from "./app-secret.tsx";
import { CodeField } from "./code-field.tsx";

interface SetUpAppDialogProps {
  user: CognitoUser;
  email: string;
  secret: string;
  onStep: (step: SignInStep) => Promise<void>;
  onCancel: () => void;
}

export function SetUpAppDialog({ user, email, secret, onStep, onCancel }: SetUpAppDialogProps) {
  const [code, setCode] = useState("");
  const verifyAction = useAction({
    title: "Sign in",
    mutationFn: () => finishSetUp(user, code),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="Set up your authenticator app."
      action="Done"
      busy={verifyAction.isPending}
      error={verifyAction.error}
      onSubmit={verifyAction.mutate}
      onCancel={onCancel}
    >
      <AppSecret email={email} secret={secret} />
      <CodeField autoFocus value={code} onChange={setCode} />
    </SignInForm>
  );
}
