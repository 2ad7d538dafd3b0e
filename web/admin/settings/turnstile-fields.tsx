import type { Settings } from "../../../worker/settings/schema.ts";
import { TextField } from "../../ui/text-field.tsx";

interface Keys {
  siteKey: string;
  secretKey: string;
}

interface TurnstileFieldsProps {
  settings: Settings;
  draft: Keys;
  edit: (change: Partial<Keys>) => void;
}

export function TurnstileFields({ settings, draft, edit }: TurnstileFieldsProps) {
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
