import { Fragment, type ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { signInPath, useReturnPath } from "./screen-path.ts";
import { useSession } from "./session.ts";
import { SignInAgain } from "./sign-in-again.tsx";

/** After the end of a session the children stay below the sign-in page, with everything typed into them. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const returnPath = useReturnPath();

  if (session.state === "unknown") return null;
  if (session.state === "nobody") return <Redirect to={signInPath} replace />;
  return (
    <Fragment key={session.administrator?.username}>
      {children}
      {session.state === "ended" && <SignInAgain session={session} />}
      {session.state === "ended" && path !== signInPath && (
        <Redirect
          to={signInPath}
          replace
          state={{ returnPath: `${path}${search && `?${search}`}${window.location.hash}` }}
        />
      )}
      {session.state === "signedIn" && path === signInPath && <Redirect to={returnPath ?? "/"} replace />}
    </Fragment>
  );
}
