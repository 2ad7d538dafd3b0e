import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CognitoUser } from "amazon-cognito-identity-js";
import { useState } from "react";
import { Redirect } from "wouter";
import { MarkIcon } from "../../ui/icons.tsx";
import { usePageTitle } from "../layout/page-title.ts";
import { NewPasswordDialog } from "./new-password-dialog.tsx";
import { type SignInStep, sessionQuery } from "./session.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";

type Open = { dialog: "signIn" } | { dialog: "newPassword"; user: CognitoUser };

export function SignInScreen() {
  const { data: administrator, isPending } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>({ dialog: "signIn" });
  const title = usePageTitle();

  if (administrator) return <Redirect to="/" replace />;
  if (isPending) return null;

  async function proceed(next: SignInStep) {
    if (next.step === "newPassword") setOpen({ dialog: "newPassword", user: next.user });
    else await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }

  return (
    <main className="grid min-h-dvh content-start justify-items-center px-4 py-[14vh]">
      <div className="mb-7 grid max-w-sm justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-xl bg-accent text-on-accent shadow-card">
          <MarkIcon className="size-6" />
        </span>
        <p className="font-medium text-muted [overflow-wrap:anywhere]">{title}</p>
      </div>
      <div className="w-full max-w-sm animate-rise rounded-2xl border border-line bg-surface p-6 shadow-card">
        {open.dialog === "signIn" && <SignInDialog onStep={proceed} />}
        {open.dialog === "newPassword" && <NewPasswordDialog user={open.user} onStep={proceed} />}
      </div>
    </main>
  );
}
