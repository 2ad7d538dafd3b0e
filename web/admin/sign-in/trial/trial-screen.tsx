import { useEffect, useState } from "react";
import { Spinner } from "../../../ui/icons/start-icons.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { lazyFile } from "../../../ui/load-file.ts";
import { MessagePage } from "../../message-page.tsx";
import { forgetTrial, pendingTrial, type Trial } from "../../session/provider-pending.ts";
import { useSession } from "../../session/session.ts";
import { consolePath } from "../console-path.ts";

const SignInPage = lazyPart("tried-pool", async () => (await import("../sign-in-page.tsx")).SignInPage);
const loadFinish = lazyFile(() => import("./finish-trial.ts"));

/** The page on which a way to sign in is tried. A user pool is signed in to here; a provider sends the browser back to it. */
export function TrialScreen(_: { method: string }) {
  const [trial] = useState(pendingTrial);
  const session = useSession();
  if (!trial) return <Failed error={new Error("This try has ended, or was started in another window.")} />;
  if (trial.method.kind !== "pool" || session.state === "signedIn") return <Finishing trial={trial} />;
  if (session.state === "unknown" && !session.error) return null;
  return (
    <main className="min-h-dvh">
      <SignInPage session={session} />
    </main>
  );
}

function Finishing({ trial }: { trial: Trial }) {
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const { search, pathname } = window.location;
    // The code must not stay in the history, and a reload must not send it again.
    window.history.replaceState(null, "", pathname);
    loadFinish()
      .then(({ finishTrial }) => finishTrial(trial, search))
      .catch(setError);
  }, [trial]);
  if (error) return <Failed error={error} returnPath={trial.returnPath} />;
  return (
    <main aria-busy="true" aria-label="Signing in" className="grid min-h-dvh place-items-center text-muted">
      <Spinner />
    </main>
  );
}

function Failed({ error, returnPath }: { error: Error; returnPath?: string }) {
  return (
    <MessagePage title="The sign-in wasn't changed">
      <p role="alert">{error.message}</p>
      {/* A page of its own, because this one may have the settings of what was tried. */}
      <a
        href={consolePath(returnPath)}
        onClick={forgetTrial}
        className="mt-3 inline-block font-medium text-accent-text underline underline-offset-4"
      >
        Go back
      </a>
    </MessagePage>
  );
}
