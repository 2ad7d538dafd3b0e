import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { publicSettings } from "../public-settings.ts";
import { hasProvider, hasUserPool, runtimeSettings } from "../runtime-settings.ts";
import { tickStep } from "../set-up-ticks.ts";
import { userPoolConsole } from "./user-pool-console.ts";

const DOCUMENTATION = "https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users.html";

export function UsersScreen() {
  const settings = runtimeSettings();
  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Users</h1>
      <p className="mt-0.5 text-muted">Who can sign in to this console.</p>
      <div className="mt-5 grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card">
        {hasUserPool(settings) && (
          <>
            <p className="max-w-prose text-pretty">
              Administrators are users of your Amazon Cognito user pool. If ADMIN_GROUP is set, only members
              of that group can sign in; otherwise everyone in the pool can. Add, disable and remove users in
              the Cognito console. Each needs a verified email address. Administrators can change everything
              on the status page.
            </p>
            <ul className="grid justify-items-start gap-1.5">
              <li>
                <ExternalLink href={userPoolConsole(settings.userPoolID)}>
                  Open the Cognito console
                </ExternalLink>
              </li>
              <li>
                <ExternalLink href={DOCUMENTATION}>Read how to manage users</ExternalLink>
              </li>
            </ul>
          </>
        )}
        {hasProvider(settings) && (
          <p className="max-w-prose text-pretty">
            Administrators are users of {URL.parse(settings.issuer ?? "")?.host} whom OIDC_ADMINS lists, by
            their group or another claim. Add and remove users there. Administrators can change everything on
            the status page.
          </p>
        )}
        {settings.accessAudience && (
          <p className="max-w-prose text-pretty">
            Administrators are users whom the policies of your Cloudflare Access application let in. Add and
            remove users in its policies. Administrators can change everything on the status page.
          </p>
        )}
      </div>
      <Invitation />
    </>
  );
}

/** Whoever is added where users are managed hears of it from a colleague. */
function Invitation() {
  const { data: { serviceName = "" } = {} } = useQuery({ ...publicSettings, refetchInterval: false });
  const page = serviceName === "" ? "our status page" : `the status page of ${serviceName}`;
  const text = `You can now post incidents and maintenances on ${page}. Sign in at ${window.location.origin}`;
  return (
    <section
      aria-labelledby="invitation"
      className="mt-4 grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <h2 id="invitation" className="text-base/6 font-semibold tracking-tight">
        Invite a colleague
      </h2>
      <p className="text-muted">Add them there first, then send them this.</p>
      <p className="rounded-lg border border-line bg-canvas p-3 [overflow-wrap:anywhere]">{text}</p>
      <span className="justify-self-start">
        <CopyButton text={text} onCopied={() => tickStep("colleague")}>
          Copy invitation
        </CopyButton>
      </span>
    </section>
  );
}
