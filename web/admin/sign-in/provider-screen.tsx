import { useEffect, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { Spinner } from "../../ui/icons/start-icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { MessagePage } from "../message-page.tsx";
import { hasProvider, runtimeSettings } from "../runtime-settings.ts";
import { loadProvider } from "../session/load-provider.ts";
import { pendingTrial } from "../session/provider-pending.ts";
import { checkSession } from "../session/session.ts";
import { loadExternalTokens } from "../session/stored-tokens.ts";
import { consolePath } from "./console-path.ts";
import { keepProviderError } from "./provider-error.ts";
import { signInPath } from "./screen-path.ts";

const TrialScreen = lazyPart(
  "sign-in-trial",
  async () => (await import("./trial/trial-screen.tsx")).TrialScreen,
);

/** The return path of a sign-in in a window of its own, which is no address of the console. */
const CLOSE = "close";

/** The addresses of a sign-in with the provider. */
export function ProviderScreen({ step }: { step: string }) {
  const isUsed = hasProvider(runtimeSettings());
  // The sign-in page has opened this window. A link from elsewhere must not sign anyone in.
  if (isUsed && step === "start" && window.opener) return <StartScreen />;
  if (step === "callback" && pendingTrial()) return <TrialScreen method={step} />;
  if (isUsed && step === "callback") return <CallbackScreen />;
  return <Redirect to={signInPath} replace />;
}

/** Opens the provider's page in a window that the sign-in page has opened. */
function StartScreen() {
  const [, navigate] = useLocation();
  useEffect(() => {
    loadProvider()
      .then(({ startProviderSignIn }) => startProviderSignIn(CLOSE))
      .catch((error: Error) => {
        keepProviderError(error);
        navigate(signInPath, { replace: true });
      });
  }, [navigate]);
  return <Waiting />;
}

/** The provider sends the browser here, with a code or an error in the address. */
function CallbackScreen() {
  const [, navigate] = useLocation();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const { search, pathname } = window.location;
    // The code must not stay in the history, and a reload must not send it again.
    window.history.replaceState(null, "", pathname);
    finish(search).then(
      (returnPath) => {
        if (returnPath !== CLOSE) return navigate(consolePath(returnPath), { replace: true });
        setDone(true);
        window.close();
      },
      (error: Error) => {
        keepProviderError(error);
        navigate(signInPath, { replace: true });
      },
    );
  }, [navigate]);
  if (!isDone) return <Waiting />;
  return <MessagePage title="You're signed in">You can close this window.</MessagePage>;
}

async function finish(query: string): Promise<string | undefined> {
  const { finishProviderSignIn } = await loadProvider();
  const { tokens, returnPath } = await finishProviderSignIn(query);
  (await loadExternalTokens()).storeTokens(tokens);
  await checkSession();
  return returnPath;
}

function Waiting() {
  return (
    <main aria-busy="true" aria-label="Signing in" className="grid min-h-dvh place-items-center text-muted">
      <Spinner />
    </main>
  );
}
