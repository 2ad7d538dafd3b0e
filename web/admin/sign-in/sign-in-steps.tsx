import { useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { hasExternalSignIn, hasUserPool, runtimeSettings } from "../runtime-settings.ts";
import { checkSession } from "../session/session.ts";
import type { Session } from "../session/session-state.ts";
import { loadExternalTokens } from "../session/stored-tokens.ts";
import { SignInDialog } from "./dialogs/sign-in-dialog.tsx";
import type { SignInStep } from "./steps.ts";

// The first step is the page that most see. The others are loaded after it.
const ChooseFactorDialog = lazyPart(
  "choose-factor",
  async () => (await import("./dialogs/choose-factor-dialog.tsx")).ChooseFactorDialog,
);
const CodeDialog = lazyPart("code", async () => (await import("./dialogs/code-dialog.tsx")).CodeDialog);
const ForgotPasswordDialog = lazyPart(
  "forgot-password",
  async () => (await import("./dialogs/forgot-password-dialog.tsx")).ForgotPasswordDialog,
);
const NewPasswordDialog = lazyPart(
  "new-password",
  async () => (await import("./dialogs/new-password-dialog.tsx")).NewPasswordDialog,
);
const ProviderDialog = lazyPart(
  "provider-sign-in",
  async () => (await import("./dialogs/provider-dialog.tsx")).ProviderDialog,
  null,
  hasExternalSignIn,
);
const SetPasswordDialog = lazyPart(
  "set-password",
  async () => (await import("./dialogs/set-password-dialog.tsx")).SetPasswordDialog,
);
const SetUpAppDialog = lazyPart(
  "set-up-app",
  async () => (await import("./dialogs/set-up-app-dialog.tsx")).SetUpAppDialog,
);

type Open =
  | Exclude<SignInStep, { step: "signedIn" }>
  | { step: "signIn"; notice?: string; success?: string }
  | { step: "forgotPassword" }
  | { step: "setPassword"; sentTo: string | undefined };

export function SignInSteps({ session }: { session: Session }) {
  const ended = session.state === "ended";
  const [email, setEmail] = useState((ended && session.administrator?.email) || "");
  const notice = ended ? "Your session has ended. Sign in again to continue where you left off." : undefined;
  const [open, setOpen] = useState<Open>({ step: "signIn", ...(notice !== undefined && { notice }) });

  async function proceed(next: SignInStep) {
    if (next.step !== "signedIn") return setOpen(next);
    if (hasExternalSignIn()) (await loadExternalTokens()).dropExternalTokens();
    await checkSession();
  }
  const shared = { onStep: proceed, onCancel: () => setOpen({ step: "signIn" }) };

  if (!hasUserPool(runtimeSettings())) return <ProviderDialog notice={notice} opensWindow={ended} />;
  switch (open.step) {
    case "signIn":
      return (
        <SignInDialog
          email={email}
          onEmail={setEmail}
          notice={open.notice}
          success={open.success}
          onStep={proceed}
          onForgot={() => setOpen({ step: "forgotPassword" })}
          opensWindow={ended}
        />
      );
    case "newPassword":
      return <NewPasswordDialog user={open.user} required={open.required} email={email} onStep={proceed} />;
    case "chooseFactor":
      return <ChooseFactorDialog user={open.user} choices={open.choices} {...shared} />;
    case "code":
      return <CodeDialog user={open.user} factor={open.factor} sentTo={open.sentTo} {...shared} />;
    case "setUpApp":
      return <SetUpAppDialog user={open.user} email={email} secret={open.secret} {...shared} />;
    case "forgotPassword":
      return (
        <ForgotPasswordDialog
          email={email}
          onEmail={setEmail}
          onSent={(sentTo) => setOpen({ step: "setPassword", sentTo })}
          onCancel={shared.onCancel}
        />
      );
    case "setPassword":
      return (
        <SetPasswordDialog
          email={email}
          sentTo={open.sentTo}
          onSet={() => setOpen({ step: "signIn", success: "Set new password successfully!" })}
          onCancel={shared.onCancel}
        />
      );
  }
}
