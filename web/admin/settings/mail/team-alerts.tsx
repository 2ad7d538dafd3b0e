import { ChannelsSection } from "../../channels/channels-section.tsx";
import { ReminderField } from "../number-fields.tsx";
import { REMINDER_LABEL } from "./mail-names.ts";
import type { NotificationsDraft } from "./notifications-draft.ts";

interface TeamAlertsProps {
  draft: Pick<NotificationsDraft, "updateReminder">;
  edit: (change: Partial<NotificationsDraft>) => void;
}

/** The channels are saved at once, and the reminder with the form. */
export function TeamAlerts({ draft, edit }: TeamAlertsProps) {
  return (
    <ChannelsSection>
      <ReminderField
        label={REMINDER_LABEL}
        value={draft.updateReminder}
        onChange={(updateReminder) => edit({ updateReminder })}
      />
    </ChannelsSection>
  );
}
