import type { Settings } from "../../../../worker/settings/schema.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { linkProblem } from "../../address-problems.ts";
import styles from "./follow-fields.css?inline";
import { ENDPOINTS_LABEL } from "./mail-names.ts";
import type { NotificationsDraft } from "./notifications-draft.ts";

adoptStyles(styles);

interface FollowFieldsProps {
  settings: Settings;
  draft: NotificationsDraft;
  edit: (change: Partial<NotificationsDraft>) => void;
}

const choices = ["Enable", "Disable"] as const;

/** Few need to protect the form, so that is folded, unless it is in use. */
export function FollowFields({ settings, draft, edit }: FollowFieldsProps) {
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
        className="form-protection"
        open={privacyNoticeURL !== "" || turnstile.siteKey !== "" || undefined}
      >
        <summary className="font-medium select-none">Form protection</summary>
        <div className="grid gap-5 pt-4">
          <TextField
            label="Privacy notice URL"
            hint="The subscribe form links to it."
            problem={linkProblem("Privacy notice URL", draft.privacyNoticeURL)}
            value={draft.privacyNoticeURL}
            onChange={(url) => edit({ privacyNoticeURL: url })}
          />
          <TurnstileFields turnstile={turnstile} draft={draft} edit={edit} />
        </div>
      </details>
    </>
  );
}

interface TurnstileFieldsProps extends Pick<FollowFieldsProps, "draft" | "edit"> {
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
