import { useEffect, useRef, useState } from "react";
import type { SignInCandidate, SignInChoice } from "../../../../worker/sign-in/schema.ts";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { useAction } from "../../action.ts";
import { startTrial } from "../trial/start-trial.ts";
import { type SignInDraft, type SignInKind, toChoice } from "./choice-draft.ts";
import { SignInFields } from "./choice-fields.tsx";

interface ChoiceFormProps {
  initial: SignInDraft;
  kinds: readonly SignInKind[];
  /** Whether the initial client has a stored secret. */
  hasClientSecret: boolean;
  onEdit?: (draft: SignInDraft) => void;
  makeCandidate: (choice: SignInChoice) => Promise<SignInCandidate>;
  /** Where it goes on once the sign-in is in use. */
  returnPath: string;
  /** The only form of a page has a filled button. */
  isOnly?: boolean;
  /** This kind is in use, and has no fields to change or to try. */
  kindInUse?: "variables" | undefined;
}

export function ChoiceForm({
  initial,
  kinds,
  hasClientSecret,
  onEdit,
  makeCandidate,
  returnPath,
  isOnly = false,
  kindInUse,
}: ChoiceFormProps) {
  const [draft, setDraft] = useState(initial);
  const hasSecret = hasClientSecret && draft.issuer === initial.issuer && draft.clientID === initial.clientID;
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { mutate, reset, isPending, isSuccess, error } = useAction({
    title: "Try the sign-in",
    mutationFn: async () => {
      const candidate = await makeCandidate(toChoice(draft, hasSecret));
      // Whoever has gone on to another screen must not be taken out of it.
      if (!isOpen.current) throw new Error("You left before it began. Nothing was changed.");
      await startTrial(candidate, returnPath);
    },
  });
  // Back from the provider may show this page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [reset]);

  function edit(change: Partial<SignInDraft>) {
    const edited = { ...draft, ...change };
    setDraft(edited);
    onEdit?.(edited);
  }

  return (
    <Form className="grid gap-5" busy={isPending} onSubmit={() => mutate()}>
      <SignInFields draft={draft} kinds={kinds} hasSecret={hasSecret} edit={edit} />
      {draft.kind !== kindInUse && (
        <>
          {draft.kind === "variables" && <ClientNote />}
          <FormActions
            action="Try it"
            variant={isOnly ? "primary" : "plain"}
            // The page is about to be left.
            busy={isPending || isSuccess}
            error={error}
            choice={<p className="text-muted">It takes effect once you have signed in with it.</p>}
          />
        </>
      )}
    </Form>
  );
}

function ClientNote() {
  return (
    <p className="text-muted text-pretty">
      If the client has no secret, allow {window.location.origin} as a CORS origin at your provider. The test
      can&apos;t check this.
    </p>
  );
}
