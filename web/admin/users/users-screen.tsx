import { ExternalLink } from "../../ui/external-link.tsx";
import { runtimeSettings } from "../runtime-settings.ts";
import { userPoolConsole } from "./user-pool-console.ts";

const DOCUMENTATION = "https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users.html";

export function UsersScreen() {
  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Users</h1>
      <p className="mt-0.5 text-muted">Who can sign in to this console.</p>
      <div className="mt-5 grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card">
        <p className="max-w-prose text-pretty">
          Administrators are users of your Amazon Cognito user pool. If ADMIN_GROUP is set, only members of
          that group can sign in; otherwise everyone in the pool can. Add, disable and remove users in the
          Cognito console. Each needs a verified email address. Administrators can change everything on the
          status page.
        </p>
        <ul className="grid justify-items-start gap-1.5">
          <li>
            <ExternalLink href={userPoolConsole(runtimeSettings().userPoolID)}>
              Open the Cognito console
            </ExternalLink>
          </li>
          <li>
            <ExternalLink href={DOCUMENTATION}>Read how to manage users</ExternalLink>
          </li>
        </ul>
      </div>
    </>
  );
}
