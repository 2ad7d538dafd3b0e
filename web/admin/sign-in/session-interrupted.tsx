import * as Dialog from "@radix-ui/react-dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { Button } from "../../ui/button.tsx";
import { Layer, SIGN_IN } from "../../ui/layer.ts";
import { MessagePage } from "../message-page.tsx";
import { usePageTitle } from "../page-title.ts";
import { checkSession } from "../session/session.ts";
import type { Session } from "../session/session-state.ts";
import { SignInPage } from "./sign-in-page.tsx";

const RETRY_MS = 15 * SECOND_MS;

/** Stands where the screens of a session that has ended are, or those of one that can't be checked. */
export function SessionInterrupted({ session }: { session: Session }) {
  if (session.state !== "unknown") return <SignInAgain session={session} />;
  return session.error ? <SessionUnchecked error={session.error} /> : null;
}

function SessionUnchecked({ error }: { error: Error }) {
  const { refetch, isFetching } = useQuery({
    queryKey: ["session"],
    queryFn: () => checkSession().then(() => true),
    refetchInterval: RETRY_MS,
  });
  usePageTitle();
  return (
    <MessagePage title={error.message}>
      <p role="alert" className="mb-4">
        The sign-in service can't be reached. You're still signed in, and your drafts are kept.
      </p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </MessagePage>
  );
}

/** The sign-in page covers everything that is open, so that nothing is lost. */
function SignInAgain({ session }: { session: Session }) {
  const [previousFocus] = useState(() => document.activeElement);
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (previousFocus instanceof HTMLElement) previousFocus.focus();
          }}
          className="fixed inset-0 z-50 overflow-y-auto bg-canvas outline-none"
        >
          <Dialog.Title className="sr-only">Sign in again</Dialog.Title>
          <Layer value={SIGN_IN}>
            <SignInPage session={session} />
          </Layer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
