import { useState } from "react";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useAction } from "../../action.ts";
import { resetPassword } from "../password-reset.ts";
import { SignInForm, UsernameForPasswordManagers } from "../sign-in-form.tsx";

interface SetPasswordDialogProps {
  email: string;
  sentTo: string | undefined;
  onSet: () => void;
  onCancel: () => void;
}

export function SetPasswordDialog({ email, sentTo, onSet, onCancel }: SetPasswordDialogProps) {
  const [draft, setDraft] = useState({ code: "", password: "" });
  const passwordAction = useAction({
    title: "Set New Password",
    mutationFn: () => resetPassword(email.trim(), draft.code, draft.password),
    onSuccess: onSet,
  });

  return (
    <SignInForm
      title="Set New Password"
      notice={sentTo && `The code was sent to ${sentTo}.`}
      action="Done"
      busy={passwordAction.isPending}
      error={passwordAction.error}
      onSubmit={passwordAction.mutate}
      onCancel={onCancel}
    >
      <UsernameForPasswordManagers email={email} />
      <TextField
        label="Verification code"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        value={draft.code}
        onChange={(code) => setDraft({ ...draft, code })}
      />
      <TextField
        label="Password"
        type="password"
        required="New password is required."
        autoComplete="new-password"
        value={draft.password}
        onChange={(password) => setDraft({ ...draft, password })}
      />
    </SignInForm>
  );
}
