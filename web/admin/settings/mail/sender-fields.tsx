import type { Settings } from "../../../../worker/settings/schema.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { emailProblem } from "../../address-problems.ts";
import { MailProviderFields } from "./mail-provider-fields.tsx";
import type { NotificationsDraft } from "./notifications-draft.ts";
import { WebhookSecretField } from "./webhook-secret-field.tsx";

interface SenderFieldsProps {
  settings: Settings;
  draft: NotificationsDraft;
  edit: (change: Partial<NotificationsDraft>) => void;
}

/** The service that sends emails, and the address that they come from. */
export function SenderFields({ settings, draft, edit }: SenderFieldsProps) {
  return (
    <MailProviderFields settings={settings} draft={draft} edit={edit}>
      <TextField
        label="Source Email Address"
        type="email"
        hint="Subscribers see it as the sender."
        required={draft.enable && "Source Email Address is required to enable email notifications."}
        problem={emailProblem("Source Email Address", draft.sourceEmailAddress)}
        isPrefilled
        value={draft.sourceEmailAddress}
        onChange={(sourceEmailAddress) => edit({ sourceEmailAddress })}
      />
      <WebhookSecretField settings={settings} draft={draft} edit={edit} />
    </MailProviderFields>
  );
}
