import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { useAction } from "../../action.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { chooseFactor, type Factor, type SignInStep } from "../steps.ts";

const names = { SMS_MFA: "Text message", SOFTWARE_TOKEN_MFA: "Authenticator app" } satisfies Record<
  Factor,
  string
>;

interface ChooseFactorDialogProps {
  user: CognitoUser;
  choices: Factor[];
  onStep: (step: SignInStep) => Promise<void>;
  onCancel: () => void;
}

export function ChooseFactorDialog({ user, choices, onStep, onCancel }: ChooseFactorDialogProps) {
  const [chosen, setChosen] = useState(choices.at(-1));
  const chooseAction = useAction({
    title: "Sign in",
    mutationFn: (factor: Factor) => chooseFactor(user, factor),
    onSuccess: onStep,
  });

  return (
    <SignInForm
      title="One more step"
      action="Continue"
      busy={chooseAction.isPending}
      error={chooseAction.error}
      onSubmit={() => chosen && chooseAction.mutate(chosen)}
      onCancel={onCancel}
    >
      <RadioField
        label="How do you want to get your code?"
        value={chosen ? names[chosen] : ""}
        choices={choices.map((factor) => names[factor])}
        onChange={(name) => setChosen(choices.find((factor) => names[factor] === name))}
      />
    </SignInForm>
  );
}
