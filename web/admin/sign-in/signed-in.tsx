import { Fragment, type ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useSession } from "../session/session.ts";
import { isShared, signInPath, useReturnPath } from "./screen-path.ts";

export const SessionInterrupted = lazyPart(
  "session-interrupted",
  async () => (await import("./session-interrupted.tsx")).SessionInterrupted,
);

/** After the end of a session the children stay below the sign-in page, with everything typed into them. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const returnPath = useReturnPath();

  if (session.state === "unknown") return session.error ? <SessionInterrupted session={session} /> : null;
  // The screen's own state of the history comes back with its path.
  const { state } = window.history;
  const here = { ...state, returnPath: `${path}${search && `?${search}`}${window.location.hash}` };
  if (session.state === "nobody")
    return <Redirect to={signInPath} replace state={isShared(path) ? here : null} />;
  return (
    <Fragment key={session.administrator?.username}>
      {children}
      {session.state === "ended" && <SessionInterrupted session={session} />}
      {session.state === "ended" && path !== signInPath && <Redirect to={signInPath} replace state={here} />}
      {session.state === "signedIn" && path === signInPath && (
        <Redirect to={returnPath ?? "/"} replace state={state} />
      )}
    </Fragment>
  );
}
