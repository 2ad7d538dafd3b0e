import { TextField } from "../../../ui/fields/text-field.tsx";
import { useAction } from "../../action.ts";
import { sendVerificationCode } from "../password-reset.ts";
import { SignInForm } from "../sign-in-form.tsx";

interface ForgotPasswordDialogProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (sentTo: string | undefined) => void;
  onCancel: () => void;
}

export function ForgotPasswordDialog({ email, onEmail, onSent, onCancel }: ForgotPasswordDialogProps) {
  const sendAction = useAction({
    title: "Send verification code",
    mutationFn: () => sendVerificationCode(email.trim()),
    onSuccess: onSent,
  });

  return (
    <SignInForm
      title="Forgot Password?"
      action="Send verification code"
      busy={sendAction.isPending}
      error={sendAction.error}
      onSubmit={sendAction.mutate}
      onCancel={onCancel}
    >
      <TextField
        label="Email Address"
        type="email"
        required="Email address is required."
        autoComplete="username"
        autoFocus
        value={email}
        onChange={onEmail}
      />
    </SignInForm>
  );
}
