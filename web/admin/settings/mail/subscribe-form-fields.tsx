import type { Settings } from "../../../../worker/settings/schema.ts";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ENDPOINTS_LABEL } from "./mail-names.ts";

interface Draft {
  endpointsEnabled: boolean;
  privacyNoticeURL: string;
  siteKey: string;
  secretKey: string;
}

interface SubscribeFormFieldsProps {
  settings: Settings;
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
}

const choices = ["Enable", "Disable"] as const;

/** Few need these fields, so they are folded, unless they are in use. */
export function SubscribeFormFields({ settings, draft, edit }: SubscribeFormFieldsProps) {
  const { privacyNoticeURL, turnstile } = settings;
  return (
    <>
      <RadioField
        label={ENDPOINTS_LABEL}
        value={draft.endpointsEnabled ? "Enable" : "Disable"}
        choices={choices}
        onChange={(choice) => edit({ endpointsEnabled: choice === "Enable" })}
      />
      <details
        className="rounded-lg border border-line"
        open={privacyNoticeURL !== "" || turnstile.siteKey !== "" || undefined}
      >
        <summary className="rounded-lg px-3 py-2 font-medium select-none">Form protection</summary>
        <div className="grid gap-5 px-3 py-3">
          <TextField
            label="Privacy notice URL"
            hint="The subscribe form links to it."
            value={draft.privacyNoticeURL}
            onChange={(url) => edit({ privacyNoticeURL: url })}
          />
          <TurnstileFields turnstile={turnstile} draft={draft} edit={edit} />
        </div>
      </details>
    </>
  );
}

interface TurnstileFieldsProps extends Pick<SubscribeFormFieldsProps, "draft" | "edit"> {
  turnstile: Settings["turnstile"];
}

function TurnstileFields({ turnstile, draft, edit }: TurnstileFieldsProps) {
  return (
    <>
      <TextField
        label="Turnstile Site Key"
        hint="Turnstile keeps bots from subscribing. Copy both keys from the Cloudflare dashboard, or leave them empty to turn it off."
        required={draft.secretKey !== "" && "Turnstile Site Key is required with a secret key."}
        value={draft.siteKey}
        onChange={(siteKey) => edit({ siteKey })}
      />
      <TextField
        label={`Turnstile Secret Key${turnstile.hasSecretKey ? " (saved; type to replace it)" : ""}`}
        type="password"
        autoComplete="new-password"
        required={
          draft.siteKey !== turnstile.siteKey &&
          draft.siteKey.trim() !== "" &&
          "Turnstile Secret Key is required: enter the one that belongs to this site key."
        }
        value={draft.secretKey}
        onChange={(secretKey) => edit({ secretKey })}
      />
    </>
  );
}
