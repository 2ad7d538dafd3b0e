import { Fragment, type ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { signInPath, useBack } from "./screen-path.ts";
import { useSession } from "./session.ts";
import { SignInAgain } from "./sign-in-again.tsx";

/**
 * Its children for administrators; the sign-in page for everyone else. Where a session has ended the children stay
 * beneath that page, with all that is written in them.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const back = useBack();

  if (!session) return null;
  if (session.state === "nobody") return <Redirect to={signInPath} replace />;
  return (
    <Fragment key={session.administrator?.username}>
      {children}
      {session.state === "ended" && <SignInAgain session={session} />}
      {session.state === "ended" && path !== signInPath && (
        <Redirect
          to={signInPath}
          replace
          state={{ back: `${path}${search && `?${search}`}${window.location.hash}` }}
        />
      )}
      {session.state === "signedIn" && path === signInPath && <Redirect to={back ?? "/"} replace />}
    </Fragment>
  );
}
