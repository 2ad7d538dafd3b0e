import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { SignInForm, UsernameForPasswordManagers } from "./sign-in-form.tsx";
import { type SignInStep, setNewPassword } from "./steps.ts";

interface NewPasswordDialogProps {
  user: CognitoUser;
  email: string;
  onStep: (step: SignInStep) => Promise<void>;
}

export function NewPasswordDialog({ user, email, onStep }: NewPasswordDialogProps) {
  const [password, setPassword] = useState("");
  const setting = useAction({
    title: "Set New Password",
    mutationFn: () => setNewPassword(user, password),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="Login successful. Now, set your own password."
      action="DONE"
      busy={setting.isPending}
      error={setting.error}
      onSubmit={setting.mutate}
    >
      <UsernameForPasswordManagers email={email} />
      <TextField
        label="New Password"
        type="password"
        required="New password is required."
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </SignInForm>
  );
}
