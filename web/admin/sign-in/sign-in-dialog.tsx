import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { type SignInStep, signIn } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";

export function SignInDialog({ onStep }: { onStep: (step: SignInStep) => Promise<void> }) {
  const [draft, setDraft] = useState({ email: "", password: "" });
  const entering = useMutation({
    mutationFn: () => signIn(draft.email.trim(), draft.password),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="Sign in"
      action="Signin"
      busy={entering.isPending}
      error={entering.error}
      onSubmit={entering.mutate}
    >
      <TextField
        label="Email Address"
        type="email"
        autoComplete="username"
        autoFocus
        value={draft.email}
        onChange={(email) => setDraft({ ...draft, email })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={draft.password}
        onChange={(password) => setDraft({ ...draft, password })}
      />
    </SignInForm>
  );
}
