import type { Settings } from "../../../worker/settings/schema.ts";
import { Card } from "../../ui/card.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ENDPOINTS_LABEL, providerName, REMINDER_LABEL, regionName } from "./mail/mail-names.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const MailCards = lazyPart("mail-cards", async () => (await import("./mail/mail-cards.tsx")).MailCards);
const SubscribeFormFields = lazyPart(
  "subscribe-form-fields",
  async () => (await import("./mail/subscribe-form-fields.tsx")).SubscribeFormFields,
);
const MailTools = lazyPart("mail-tools", async () => (await import("./mail/mail-tools.tsx")).MailTools);

export type NotificationsDraft = Settings["emailNotification"] &
  Pick<Settings, "mailProvider" | "endpointsEnabled" | "privacyNoticeURL"> & {
    siteKey: string;
    secretKey: string;
    updateReminder: string;
  };

const choices = ["Enable", "Disable"] as const;

const form = {
  toDraft: ({
    emailNotification,
    mailProvider,
    endpointsEnabled,
    privacyNoticeURL,
    turnstile: { siteKey },
    ...others
  }: Settings) => ({
    ...emailNotification,
    mailProvider,
    endpointsEnabled,
    privacyNoticeURL,
    siteKey,
    secretKey: "", // never given back
    updateReminder: String(others.updateReminderMinutes),
  }),
  comparedFields: ({
    emailNotification: { enable, sourceRegion, sourceEmailAddress },
    mailProvider,
    endpointsEnabled,
    privacyNoticeURL,
    turnstile: { siteKey },
    updateReminderMinutes,
  }: Settings) => ({
    enable: { label: "Email Notifications", value: enable ? "Enable" : "Disable" },
    mailProvider: { label: "Email service", value: providerName(mailProvider) },
    sourceRegion: { label: "Simple Email Service Region", value: regionName(sourceRegion) },
    sourceEmailAddress: { label: "Source Email Address", value: sourceEmailAddress },
    endpointsEnabled: { label: ENDPOINTS_LABEL, value: endpointsEnabled ? "Enable" : "Disable" },
    privacyNoticeURL: { label: "Privacy notice URL", value: privacyNoticeURL },
    siteKey: { label: "Turnstile Site Key", value: siteKey },
    updateReminder: { label: REMINDER_LABEL, value: String(updateReminderMinutes) },
  }),
  toChange: ({
    mailProvider,
    endpointsEnabled,
    privacyNoticeURL,
    siteKey,
    secretKey,
    updateReminder,
    ...emailNotification
  }: Partial<NotificationsDraft>) => ({
    ...(updateReminder !== undefined && { updateReminderMinutes: Number(updateReminder) }),
    ...((siteKey ?? secretKey) !== undefined && { turnstile: { siteKey, secretKey } }),
    ...(mailProvider !== undefined && { mailProvider }),
    ...(endpointsEnabled !== undefined && { endpointsEnabled }),
    ...(privacyNoticeURL !== undefined && { privacyNoticeURL }),
    ...(Object.keys(emailNotification).length > 0 && { emailNotification }),
  }),
  secretFields: ["secretKey"] as const,
};

export function NotificationsTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps } = useSettingsDraft("notifications", settings, form);

  return (
    <SettingsForm {...formProps} others={<MailTools />}>
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
      <MailCards draft={draft} edit={edit} />
    </SettingsForm>
  );
}
