import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { useAction } from "../../action.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { type Factor, type SignInStep, sendCode } from "../steps.ts";
import { CodeField } from "./code-field.tsx";

interface CodeDialogProps {
  user: CognitoUser;
  factor: Factor;
  /** The masked phone number, if the user pool sends it. */
  sentTo: string | undefined;
  onStep: (step: SignInStep) => Promise<void>;
  onCancel: () => void;
}

export function CodeDialog({ user, factor, sentTo, onStep, onCancel }: CodeDialogProps) {
  const [code, setCode] = useState("");
  const sendAction = useAction({
    title: "Sign in",
    mutationFn: () => sendCode(user, factor, code),
    onSuccess: onStep,
  });
  const message = factor === "SMS_MFA";

  return (
    <SignInForm
      title={
        message ? "Enter the code from the text message." : "Enter the code from your authenticator app."
      }
      notice={message && sentTo ? `The message was sent to ${sentTo}.` : undefined}
      action="Verify"
      busy={sendAction.isPending}
      error={sendAction.error}
      onSubmit={sendAction.mutate}
      onCancel={onCancel}
    >
      <CodeField autoFocus value={code} onChange={setCode} />
    </SignInForm>
  );
}
