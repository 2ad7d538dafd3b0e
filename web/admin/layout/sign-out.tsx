import { useState } from "react";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { draftsOf } from "../drafts/drafts-of.ts";
import { signOut, useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";

const SignOutDialog = lazyDialog(
  "sign-out",
  async () => (await import("./sign-out-dialog.tsx")).SignOutDialog,
);

/** A sign-out deletes the administrator's drafts from the device, so the dialog asks first if there are any. */
export function useSignOut() {
  const { sub = "" } = administratorOf(useSession()) ?? {};
  const [isAsking, setAsking] = useState(false);
  return {
    signOut: () => (draftsOf(sub).length > 0 ? setAsking(true) : signOut()),
    dialog: isAsking && <SignOutDialog administrator={sub} onClose={() => setAsking(false)} />,
  };
}
