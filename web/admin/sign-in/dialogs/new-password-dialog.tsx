import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useAction } from "../../action.ts";
import { SignInForm, UsernameForPasswordManagers } from "../sign-in-form.tsx";
import { type SignInStep, setNewPassword } from "../steps.ts";

interface NewPasswordDialogProps {
  user: CognitoUser;
  email: string;
  required: string[];
  onStep: (step: SignInStep) => Promise<void>;
}

export function NewPasswordDialog({ user, email, required, onStep }: NewPasswordDialogProps) {
  const [password, setPassword] = useState("");
  const [attributes, setAttributes] = useState<Record<string, string>>({});
  const passwordAction = useAction({
    title: "Set New Password",
    mutationFn: () => setNewPassword(user, password, attributes),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="Login successful. Now, set your own password."
      action="DONE"
      busy={passwordAction.isPending}
      error={passwordAction.error}
      onSubmit={passwordAction.mutate}
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
      {required.map((name) => (
        <TextField
          key={name}
          label={attributeLabel(name)}
          hint={hints[name]}
          required
          autoComplete={autoCompletes[name] ?? "on"}
          value={attributes[name] ?? ""}
          onChange={(value) => setAttributes({ ...attributes, [name]: value })}
        />
      ))}
    </SignInForm>
  );
}

const hints: Record<string, string> = {
  phone_number: "With the country code, as in +14155550123.",
  birthdate: "As in 1990-12-31.",
};

const autoCompletes: Record<string, string> = {
  name: "name",
  given_name: "given-name",
  family_name: "family-name",
  phone_number: "tel",
  birthdate: "bday",
};

function attributeLabel(attribute: string): string {
  const label = attribute.replace(/^custom:/, "").replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
