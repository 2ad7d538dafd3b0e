import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { publicSettings } from "../public-settings.ts";
import { hasProvider, hasUserPool, type RuntimeSettings, runtimeSettings } from "../runtime-settings.ts";
import { tickStep } from "../set-up-ticks.ts";
import { userPoolConsole } from "./user-pool-console.ts";

const DOCUMENTATION = "https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users.html";

export function UsersScreen() {
  const settings = runtimeSettings();
  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Users</h1>
      <p className="mt-0.5 mb-5 text-muted">Who can sign in to this console.</p>
      <div className="grid gap-4">
        <Card title="Administrators" sentence="They can change everything on the status page.">
          {hasUserPool(settings) && <PoolUsers settings={settings} />}
          {hasProvider(settings) && <ProviderUsers settings={settings} />}
          {settings.accessAudience && (
            <p className="text-pretty">
              Administrators are users whom the policies of your Cloudflare Access application let in. Add and
              remove users in its policies.
            </p>
          )}
        </Card>
        <Invitation />
      </div>
    </>
  );
}

interface UsersProps {
  settings: RuntimeSettings;
}

function PoolUsers({ settings: { userPoolID, isSignInStored } }: UsersProps) {
  return (
    <>
      <p className="text-pretty">
        Administrators are users of your Amazon Cognito user pool.{" "}
        {isSignInStored ? (
          <>
            If <SignInLink /> names a group
          </>
        ) : (
          "If ADMIN_GROUP is set"
        )}
        , only members of that group can sign in; otherwise everyone in the pool can. Add, disable and remove
        users in the Cognito console. Each needs a verified email address.
      </p>
      <ul className="grid justify-items-start gap-1.5">
        <li>
          <ExternalLink href={userPoolConsole(userPoolID)}>Open the Cognito console</ExternalLink>
        </li>
        <li>
          <ExternalLink href={DOCUMENTATION}>Read how to manage users</ExternalLink>
        </li>
      </ul>
    </>
  );
}

function ProviderUsers({ settings: { issuer = "", isSignInStored } }: UsersProps) {
  const host = URL.parse(issuer)?.host;
  return isSignInStored ? (
    <p className="text-pretty">
      Administrators are users of {host} whom <SignInLink /> lists, by their email address, their group or
      another claim. Add and remove them there.
    </p>
  ) : (
    <p className="text-pretty">
      Administrators are users of {host} whom OIDC_ADMINS lists, by their group or another claim. Add and
      remove users there.
    </p>
  );
}

function SignInLink() {
  return (
    <Link href="/settings#sign-in" className="font-medium text-accent-text underline underline-offset-4">
      Settings → Sign-in
    </Link>
  );
}

/** Whoever is added where users are managed hears of it from a colleague. */
function Invitation() {
  const { data: { serviceName = "" } = {} } = useQuery({ ...publicSettings, refetchInterval: false });
  const page = serviceName === "" ? "our status page" : `the status page of ${serviceName}`;
  const text = `You can now post incidents and maintenances on ${page}. Sign in at ${window.location.origin}`;
  return (
    <Card title="Invite a colleague" sentence="Add them there first, then send them this.">
      <p className="rounded-lg border border-line bg-canvas p-3 [overflow-wrap:anywhere]">{text}</p>
      <span className="justify-self-start">
        <CopyButton text={text} onCopied={() => tickStep("colleague")}>
          Copy invitation
        </CopyButton>
      </span>
    </Card>
  );
}
