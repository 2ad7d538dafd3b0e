import { CopyButton } from "../../../ui/copy-button.tsx";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { SignInDraft, SignInKind } from "./choice-draft.ts";

const kindNames: Record<SignInKind, string> = {
  provider: "OpenID Connect provider",
  access: "Cloudflare Access",
  pool: "Amazon Cognito",
  variables: "The deployment's variables",
};

interface SignInFieldsProps {
  draft: SignInDraft;
  kinds: readonly SignInKind[];
  hasSecret: boolean;
  edit: (change: Partial<SignInDraft>) => void;
}

export function SignInFields({ draft, kinds, hasSecret, edit }: SignInFieldsProps) {
  return (
    <>
      <RadioField
        label="How administrators sign in"
        value={draft.kind}
        choices={kinds}
        nameOf={(kind) => kindNames[kind]}
        hasLongNames
        onChange={(kind) => edit({ kind })}
      />
      {draft.kind === "provider" && <ProviderFields draft={draft} hasSecret={hasSecret} edit={edit} />}
      {draft.kind === "access" && <AccessFields draft={draft} edit={edit} />}
      {draft.kind === "pool" && <PoolFields draft={draft} edit={edit} />}
      {draft.kind === "variables" && (
        <p className="text-muted text-pretty">
          The try can&apos;t show whether a provider answers browsers. If the variables name a client without
          a secret, the provider has to allow calls (CORS) from {window.location.origin}.
        </p>
      )}
    </>
  );
}

const grid = "grid items-start gap-x-3 gap-y-5 lg:grid-cols-2";

function ProviderFields({ draft, hasSecret, edit }: Omit<SignInFieldsProps, "kinds">) {
  return (
    <>
      <RedirectAddress />
      <div className={grid}>
        <TextField
          label="Issuer"
          required="Issuer is required."
          hint="Exactly as its discovery document spells it, such as https://accounts.google.com."
          value={draft.issuer}
          onChange={(issuer) => edit({ issuer: issuer.trim() })}
        />
        <TextField
          label="Client ID"
          required="Client ID is required."
          value={draft.clientID}
          onChange={(clientID) => edit({ clientID: clientID.trim() })}
        />
        <TextField
          label={hasSecret ? "Client secret (saved; type to replace it)" : "Client secret"}
          type="password"
          autoComplete="new-password"
          hint={hasSecret ? undefined : "Empty for a client without one."}
          value={draft.clientSecret}
          onChange={(clientSecret) => edit({ clientSecret: clientSecret.trim() })}
        />
        <TextField
          label="Claim"
          required="Claim is required."
          hint="What says who is an administrator: email, groups, or another claim of ID tokens."
          value={draft.adminClaim}
          onChange={(adminClaim) => edit({ adminClaim: adminClaim.trim() })}
        />
      </div>
      <TextField
        label="Administrators"
        required="Administrators is required."
        hint="The values of that claim, separated by commas. Include your own, or the try can't succeed."
        value={draft.admins}
        onChange={(admins) => edit({ admins })}
      />
    </>
  );
}

/** What the client at the provider needs to know of the console. */
function RedirectAddress() {
  const address = `${window.location.origin}/signin/callback`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-muted">Redirect URI for the client: </span>
        <code>{address}</code>
      </p>
      <CopyButton text={address} variant="quiet" label="Copy the redirect URI" />
    </div>
  );
}

function AccessFields({ draft, edit }: Pick<SignInFieldsProps, "draft" | "edit">) {
  return (
    <div className={grid}>
      <TextField
        label="Team domain"
        required="Team domain is required."
        placeholder="https://example.cloudflareaccess.com"
        hint="Put Access in front of the console before you try it. Whoever its policies let in is an administrator."
        value={draft.teamDomain}
        onChange={(teamDomain) => edit({ teamDomain: teamDomain.trim() })}
      />
      <TextField
        label="Application audience"
        required="Application audience is required."
        hint="The application's AUD tag."
        value={draft.audience}
        onChange={(audience) => edit({ audience: audience.trim() })}
      />
    </div>
  );
}

function PoolFields({ draft, edit }: Pick<SignInFieldsProps, "draft" | "edit">) {
  return (
    <div className={grid}>
      <TextField
        label="User pool ID"
        required="User pool ID is required."
        placeholder="eu-west-1_AbC123"
        value={draft.userPoolID}
        onChange={(userPoolID) => edit({ userPoolID: userPoolID.trim() })}
      />
      <TextField
        label="Client ID"
        required="Client ID is required."
        hint="Of an app client without a secret."
        value={draft.poolClientID}
        onChange={(poolClientID) => edit({ poolClientID: poolClientID.trim() })}
      />
      <TextField
        label="Group"
        hint="Its members are administrators. Empty: every user of the pool is, if it refuses sign-up."
        value={draft.group}
        onChange={(group) => edit({ group: group.trim() })}
      />
    </div>
  );
}
