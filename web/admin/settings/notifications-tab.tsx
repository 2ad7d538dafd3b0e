import type { Settings } from "../../../worker/settings/schema.ts";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { providerName, regionName } from "./mail-names.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

const MailProviderFields = lazyPart(
  "mail-provider-fields",
  async () => (await import("./mail-provider-fields.tsx")).MailProviderFields,
);
const ReminderField = lazyPart(
  "reminder-field",
  async () => (await import("./number-fields.tsx")).ReminderField,
);
const SubscribeFormFields = lazyPart(
  "subscribe-form-fields",
  async () => (await import("./subscribe-form-fields.tsx")).SubscribeFormFields,
);
const MailTools = lazyPart("mail-tools", async () => (await import("./mail-tools.tsx")).MailTools);

type Draft = Settings["emailNotification"] &
  Pick<Settings, "mailProvider" | "endpointsEnabled" | "privacyNoticeURL"> & {
    siteKey: string;
    secretKey: string;
    updateReminder: string;
  };

const choices = ["Enable", "Disable"] as const;

const REMINDER_LABEL = "Remind of an incident without an update after (minutes)";

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
    endpointsEnabled: { label: "Webhooks, Chat and Push", value: endpointsEnabled ? "Enable" : "Disable" },
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
  }: Partial<Draft>) => ({
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
    <div className="grid gap-4">
      <FormCard {...formProps}>
        <RadioField
          label="Email Notifications"
          value={draft.enable ? "Enable" : "Disable"}
          choices={choices}
          onChange={(choice) => edit({ enable: choice === "Enable" })}
        />
        <MailProviderFields draft={draft} edit={edit} />
        <TextField
          label="Source Email Address"
          type="email"
          required={draft.enable && "Source Email Address is required to enable email notifications."}
          value={draft.sourceEmailAddress}
          onChange={(sourceEmailAddress) => edit({ sourceEmailAddress })}
        />
        <SubscribeFormFields settings={settings} draft={draft} edit={edit} />
        <ReminderField
          label={REMINDER_LABEL}
          value={draft.updateReminder}
          onChange={(updateReminder) => edit({ updateReminder })}
        />
      </FormCard>
      <MailTools />
    </div>
  );
}
