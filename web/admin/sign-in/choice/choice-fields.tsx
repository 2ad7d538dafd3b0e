import type { ComponentProps } from "react";
import { CopyRow } from "../../../ui/copy-button.tsx";
import { RadioList } from "../../../ui/fields/radio-list.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { SignInDraft, SignInKind } from "./choice-draft.ts";

const kindTexts: Record<SignInKind, { title: string; sentence: string }> = {
  provider: {
    title: "OpenID Connect provider",
    sentence: "Google, Microsoft Entra, Okta, Keycloak or another provider.",
  },
  access: {
    title: "Cloudflare Access",
    sentence: "Access asks for the sign-in before the console opens.",
  },
  pool: {
    title: "Amazon Cognito",
    sentence: "A user pool with passwords, and a second factor where it asks for one.",
  },
  variables: {
    title: "As deployed",
    sentence: "Set by the environment variables of the deployment.",
  },
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
      <RadioList
        label="How administrators sign in"
        value={draft.kind}
        choices={kinds}
        texts={kindTexts}
        onChange={(kind) => edit({ kind })}
      />
      {draft.kind === "provider" && <ProviderFields draft={draft} hasSecret={hasSecret} edit={edit} />}
      {draft.kind === "access" && <AccessFields draft={draft} edit={edit} />}
      {draft.kind === "pool" && <PoolFields draft={draft} edit={edit} />}
    </>
  );
}

const grid = "grid items-start gap-x-3 gap-y-5 lg:grid-cols-2";

type DraftProps = Pick<SignInFieldsProps, "draft" | "edit">;

interface DraftFieldProps
  extends DraftProps,
    Pick<ComponentProps<typeof TextField>, "label" | "hint" | "placeholder"> {
  name: Exclude<keyof SignInDraft, "kind" | "admins" | "clientSecret">;
  isOptional?: true;
}

/** Values are pasted, and spaces around them are never meant. */
function DraftField({ draft, edit, name, label, isOptional, ...texts }: DraftFieldProps) {
  return (
    <TextField
      label={label}
      required={!isOptional && `${label} is required.`}
      isPrefilled={name === "adminClaim"}
      value={draft[name]}
      onChange={(value) => edit({ [name]: value.trim() })}
      {...texts}
    />
  );
}

function ProviderFields({ hasSecret, ...props }: Omit<SignInFieldsProps, "kinds">) {
  const { draft, edit } = props;
  return (
    <>
      <RedirectAddress />
      <div className={grid}>
        <DraftField
          {...props}
          name="issuer"
          label="Issuer"
          hint="Exactly as its discovery document spells it, such as https://accounts.google.com."
        />
        <DraftField {...props} name="clientID" label="Client ID" />
        <TextField
          label={hasSecret ? "Client secret (saved; type to replace it)" : "Client secret"}
          type="password"
          autoComplete="new-password"
          hint={hasSecret ? undefined : "Empty for a client without one."}
          value={draft.clientSecret}
          onChange={(clientSecret) => edit({ clientSecret: clientSecret.trim() })}
        />
        <DraftField
          {...props}
          name="adminClaim"
          label="Claim"
          hint="What says who is an administrator: email, groups, or another claim of ID tokens."
        />
      </div>
      <TextField
        label="Administrators"
        required="At least one administrator is required."
        hint="The values of that claim, separated by commas. Include your own, or the test will fail."
        value={draft.admins}
        onChange={(admins) => edit({ admins })}
      />
    </>
  );
}

/** What the client at the provider needs to know of the console. */
function RedirectAddress() {
  const address = `${window.location.origin}/signin/callback`;
  return <CopyRow title="Redirect URI for the client" text={address} label="Copy the redirect URI" />;
}

function AccessFields(props: DraftProps) {
  return (
    <div className={grid}>
      <DraftField
        {...props}
        name="teamDomain"
        label="Team domain"
        placeholder="https://example.cloudflareaccess.com"
        hint="Put Access in front of the console before you try it. Whoever its policies let in is an administrator."
      />
      <DraftField {...props} name="audience" label="Application audience" hint="The application's AUD tag." />
    </div>
  );
}

function PoolFields(props: DraftProps) {
  return (
    <div className={grid}>
      <DraftField {...props} name="userPoolID" label="User pool ID" placeholder="eu-west-1_AbC123" />
      <DraftField
        {...props}
        name="poolClientID"
        label="Client ID"
        hint="Of an app client without a secret."
      />
      <DraftField
        {...props}
        name="group"
        label="Group"
        isOptional
        hint="Its members are administrators. Empty: every user of the pool is, if it refuses sign-up."
      />
    </div>
  );
}
