import type { SignInCandidate } from "../../../../worker/sign-in/schema.ts";
import { callWorker } from "../../session/sign-in-calls.ts";
import { ChoiceForm } from "../choice/choice-form.tsx";
import { storedSetUpDraft, storeSetUpDraft } from "./set-up-draft.ts";

export function SignInStep({ setupKey, className }: { setupKey: string; className: string }) {
  return (
    <div className={`grid max-w-2xl gap-5 ${className}`}>
      <div className="grid gap-1">
        <h1 className="text-lg/6 font-semibold tracking-tight text-balance">
          How do administrators sign in?
        </h1>
        <p className="text-muted text-pretty">
          Try it, and you are the first administrator. The console then asks for the name of your service, its
          components and how email is sent.
        </p>
      </div>
      <ChoiceForm
        initial={storedSetUpDraft()}
        onEdit={storeSetUpDraft}
        kinds={["provider", "access", "pool"]}
        hasClientSecret={false}
        makeCandidate={(signIn) => callWorker<SignInCandidate>("setup/candidates", { key: setupKey, signIn })}
        returnPath="/"
        isOnly
      />
    </div>
  );
}
