import { useState } from "react";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { MarkIcon } from "../../../ui/icons/start-icons.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { lazyFile } from "../../../ui/load-file.ts";
import { useAction } from "../../action.ts";
import { MessagePage } from "../../message-page.tsx";
import { runtimeSettings } from "../../runtime-settings.ts";
import { SignInForm } from "../sign-in-form.tsx";
import { storeSetUpKey, takeSetUpKey } from "./set-up-key.ts";

const loadCalls = lazyFile(() => import("../../session/sign-in-calls.ts"));
const SignInStep = lazyPart("setup-sign-in", async () => (await import("./sign-in-step.tsx")).SignInStep);

/** Where the link of the deployment leads. Whoever has its key says how administrators sign in, and becomes the first one. */
export function SetUpScreen() {
  if (!runtimeSettings().isUnset) return <AlreadySetUp />;
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-7 px-4 py-[min(10vh,6rem)]">
      <span className="grid size-11 place-items-center rounded-xl bg-accent text-on-accent shadow-card">
        <MarkIcon className="size-6" />
      </span>
      <Steps />
    </main>
  );
}

function AlreadySetUp() {
  return (
    <MessagePage title="This installation is set up">
      <p>The setup link worked once, and works no more.</p>
      {/* A page of its own: the key is in this one's address. */}
      <a href="/" className="mt-3 inline-block font-medium text-accent-text underline underline-offset-4">
        Go to the console
      </a>
    </MessagePage>
  );
}

const frame = "w-full animate-rise rounded-2xl border border-line bg-surface p-6 shadow-card";

function Steps() {
  const [key, setKey] = useState(takeSetUpKey);
  const [isRight, setRight] = useState(false);
  const { mutate, isPending, error } = useAction({
    title: "Check the setup key",
    mutationFn: async () => (await loadCalls()).callWorker("setup", { key }),
    onSuccess: () => {
      storeSetUpKey(key);
      setRight(true);
    },
  });
  if (isRight) return <SignInStep setupKey={key} className={frame} />;
  return (
    <div className={`max-w-sm ${frame}`}>
      <SignInForm
        title="Set up your status page"
        action="Continue"
        busy={isPending}
        error={error}
        onSubmit={() => mutate()}
      >
        <p className="text-muted text-pretty">
          Nobody can sign in yet. The deployment printed a link with a setup key, which works for a day.
        </p>
        <TextField
          label="Setup key"
          required="Setup key is required."
          value={key}
          onChange={(typed) => setKey(typed.trim())}
        />
      </SignInForm>
    </div>
  );
}
