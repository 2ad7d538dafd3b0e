import { MarkIcon } from "../../ui/icons/start-icons.tsx";
import { usePageTitle } from "../page-title.ts";
import type { Session } from "../session/session-state.ts";
import { SignInSteps } from "./sign-in-steps.tsx";

export function SignInPage({ session }: { session: Session }) {
  const title = usePageTitle();
  return (
    <div className="grid justify-items-center px-4 py-[min(14vh,8rem)]">
      <div className="mb-7 grid max-w-sm justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-xl bg-accent text-on-accent shadow-card">
          <MarkIcon className="size-6" />
        </span>
        <p className="font-medium text-muted [overflow-wrap:anywhere]">{title}</p>
      </div>
      <div className="w-full max-w-sm animate-rise rounded-2xl border border-line bg-surface p-6 shadow-card">
        <SignInSteps session={session} />
      </div>
    </div>
  );
}
