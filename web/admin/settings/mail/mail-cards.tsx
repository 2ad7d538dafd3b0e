import type { Settings } from "../../../../worker/settings/schema.ts";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ReminderField } from "../number-fields.tsx";
import { REMINDER_LABEL } from "./mail-names.ts";
import { MailProviderFields } from "./mail-provider-fields.tsx";
import type { NotificationsDraft } from "./notifications-draft.ts";

interface MailCardsProps {
  settings: Settings;
  draft: NotificationsDraft;
  edit: (change: Partial<NotificationsDraft>) => void;
}

export function MailCards({ settings, draft, edit }: MailCardsProps) {
  return (
    <>
      <Card
        id="email"
        title="Email"
        sentence="The service that sends your emails, and the address that they come from."
      >
        <MailProviderFields settings={settings} draft={draft} edit={edit} />
        <TextField
          label="Source Email Address"
          type="email"
          required={draft.enable && "Source Email Address is required to enable email notifications."}
          value={draft.sourceEmailAddress}
          onChange={(sourceEmailAddress) => edit({ sourceEmailAddress })}
        />
      </Card>
      <Card
        id="reminder"
        title="Reminder"
        sentence="The console reminds you of an open incident that visitors hear nothing about."
      >
        <ReminderField
          label={REMINDER_LABEL}
          value={draft.updateReminder}
          onChange={(updateReminder) => edit({ updateReminder })}
        />
      </Card>
    </>
  );
}
