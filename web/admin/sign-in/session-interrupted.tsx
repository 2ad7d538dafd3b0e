import * as Dialog from "@radix-ui/react-dialog";
import { useState } from "react";
import { Layer, SIGN_IN } from "../../ui/layer.ts";
import type { Session } from "../session/session-state.ts";
import { SignInPage } from "./sign-in-screen.tsx";

/** The sign-in page covers everything that is open, so that nothing is lost. */
export function SignInAgain({ session }: { session: Session }) {
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
