import type { Settings } from "../../../worker/settings/schema.ts";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

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

export function SubscribeFormFields({ settings, draft, edit }: SubscribeFormFieldsProps) {
  return (
    <>
      <RadioField
        label="Webhooks, Chat and Push"
        value={draft.endpointsEnabled ? "Enable" : "Disable"}
        choices={choices}
        onChange={(choice) => edit({ endpointsEnabled: choice === "Enable" })}
      />
      <TextField
        label="Privacy notice URL"
        hint="The subscribe form links to it."
        value={draft.privacyNoticeURL}
        onChange={(privacyNoticeURL) => edit({ privacyNoticeURL })}
      />
      <TextField
        label="Turnstile Site Key"
        hint="Turnstile keeps bots from subscribing. Copy both keys from the Cloudflare dashboard, or leave them empty to turn it off."
        required={draft.secretKey !== "" && "Turnstile Site Key is required with a secret key."}
        value={draft.siteKey}
        onChange={(siteKey) => edit({ siteKey })}
      />
      <TextField
        label={`Turnstile Secret Key${settings.turnstile.hasSecretKey ? " (saved; type to replace it)" : ""}`}
        type="password"
        autoComplete="new-password"
        required={
          draft.siteKey !== settings.turnstile.siteKey &&
          draft.siteKey.trim() !== "" &&
          "Turnstile Secret Key is required: enter the one that belongs to this site key."
        }
        value={draft.secretKey}
        onChange={(secretKey) => edit({ secretKey })}
      />
    </>
  );
}
