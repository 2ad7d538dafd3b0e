import { useQuery } from "@tanstack/react-query";
import type { SignInSettings } from "../../../../worker/sign-in/schema.ts";
import { Card } from "../../../ui/card.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { type SignInKind, toDraft } from "../../sign-in/choice/choice-draft.ts";
import { ChoiceForm } from "../../sign-in/choice/choice-form.tsx";
import { signInSettings, trySignIn } from "./sign-in-calls.ts";

export function SignInCard() {
  const load = useQuery(signInSettings);
  return (
    <Card id="sign-in" title="Sign-in" sentence="What lets administrators into this console.">
      <LoadError load={load} />
      {load.data && <Content settings={load.data} />}
    </Card>
  );
}

function Content({
  settings: { signIn, hasClientSecret, isIgnored, hasVariables },
}: {
  settings: SignInSettings;
}) {
  const others: SignInKind[] = ["provider", "access", "pool"];
  const kinds = isIgnored ? [] : others;
  return (
    <>
      {isIgnored && <Ignored isStored={signIn.kind !== "variables"} />}
      {(!isIgnored || signIn.kind !== "variables") && (
        <ChoiceForm
          key={JSON.stringify(signIn)}
          initial={toDraft(isIgnored ? { kind: "variables" } : signIn)}
          kinds={hasVariables ? [...kinds, "variables"] : kinds}
          hasClientSecret={hasClientSecret}
          makeCandidate={trySignIn}
          returnPath="/settings#sign-in"
          kindInUse={signIn.kind === "variables" && !isIgnored ? "variables" : undefined}
        />
      )}
    </>
  );
}

function Ignored({ isStored }: { isStored: boolean }) {
  return (
    <p className="text-pretty">
      The deployment&apos;s variables decide, because SIGN_IN is “variables”.{" "}
      {isStored
        ? "What is stored here counts again without SIGN_IN. Try the variables to delete it."
        : "Remove SIGN_IN to change the sign-in here."}
    </p>
  );
}
