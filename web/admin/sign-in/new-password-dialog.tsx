import { useMutation } from "@tanstack/react-query";
import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { type SignInStep, setNewPassword } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

interface NewPasswordDialogProps {
  user: CognitoUser;
  onStep: (step: SignInStep) => Promise<void>;
}

export function NewPasswordDialog({ user, onStep }: NewPasswordDialogProps) {
  const [password, setPassword] = useState("");
  const setting = useMutation({ mutationFn: () => setNewPassword(user, password), onSuccess: onStep });

  return (
    <SignInForm
      title="Login successful. Now, set your own password."
      action="DONE"
      busy={setting.isPending}
      error={setting.error}
      onSubmit={setting.mutate}
    >
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </SignInForm>
  );
}
