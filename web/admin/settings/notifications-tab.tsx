import type { Settings } from "../../../worker/settings/schema.ts";
import { Card } from "../../ui/card.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { notificationsForm } from "./mail/notifications-draft.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const MailCards = lazyPart("mail-cards", async () => (await import("./mail/mail-cards.tsx")).MailCards);
const SubscribeFormFields = lazyPart(
  "subscribe-form-fields",
  async () => (await import("./mail/subscribe-form-fields.tsx")).SubscribeFormFields,
);
const MailTools = lazyPart("mail-tools", async () => (await import("./mail/mail-tools.tsx")).MailTools);

const choices = ["Enable", "Disable"] as const;

export function NotificationsTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps, saveFirst } = useSettingsDraft(
    "notifications",
    settings,
    notificationsForm,
  );

  return (
    <SettingsForm {...formProps} others={<MailTools saveFirst={saveFirst} />}>
      <Card
        id="ways-to-follow"
        title="Ways to follow"
        sentence="How visitors can get updates from your status page."
      >
        <RadioField
          label="Email Notifications"
          value={draft.enable ? "Enable" : "Disable"}
          choices={choices}
          onChange={(choice) => edit({ enable: choice === "Enable" })}
        />
        <SubscribeFormFields settings={settings} draft={draft} edit={edit} />
      </Card>
      <MailCards settings={settings} draft={draft} edit={edit} />
    </SettingsForm>
  );
}
