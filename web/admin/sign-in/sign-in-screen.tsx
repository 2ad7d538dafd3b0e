import { Redirect } from "wouter";
import { useSession } from "../session/session.ts";
import { signInPath, useReturnPath } from "./screen-path.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { SessionInterrupted } from "./signed-in.tsx";

export function SignInScreen() {
  const session = useSession();
  const returnPath = useReturnPath();
  if (session.state === "unknown") return session.error ? <SessionInterrupted session={session} /> : null;
  if (session.state === "signedIn") return <Redirect to="/" replace />;
  // A sign-out in another tab may look like the end of a session first, which has set a return path.
  if (session.state === "nobody" && session.hasSignedOut && returnPath)
    return <Redirect to={signInPath} replace />;
  return (
    <main className="min-h-dvh">
      <SignInPage session={session} />
    </main>
  );
}
