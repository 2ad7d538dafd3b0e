import { webhookSecretNames } from "../../../../worker/settings/mail/domain.ts";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { CopyRow } from "../../../ui/copy-button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { providerName } from "./mail-names.ts";
import type { NotificationsDraft } from "./notifications-draft.ts";

interface WebhookSecretFieldProps {
  settings: Settings;
  draft: Pick<NotificationsDraft, "mailProvider" | "mailWebhookSecret">;
  edit: (change: { mailWebhookSecret: string }) => void;
}

/** Without it, addresses that bounce stay subscribed, so it isn't required. */
export function WebhookSecretField({ settings, draft, edit }: WebhookSecretFieldProps) {
  const { mailProvider, mailWebhookSecret } = draft;
  const name = webhookSecretNames[mailProvider];
  if (name === undefined) return null;
  const hasSecret = settings.hasMailWebhookSecret && settings.mailProvider === mailProvider;
  const address = new URL(`/api/hooks/${mailProvider}`, settings.statusPageURL);
  if (mailProvider === "postmark") [address.username, address.password] = ["daymark", "PASSWORD"];
  return (
    <div className="grid gap-1.5">
      <TextField
        label={`${providerName(mailProvider)} ${name}${hasSecret ? " (saved; type to replace it)" : ""}`}
        hint="Ends subscriptions whose emails bounce."
        type="password"
        autoComplete="new-password"
        value={mailWebhookSecret}
        onChange={(secret) => edit({ mailWebhookSecret: secret.trim() })}
      />
      <CopyRow title="Address of the webhook there" text={address.href} label="Copy the webhook's address" />
    </div>
  );
}
