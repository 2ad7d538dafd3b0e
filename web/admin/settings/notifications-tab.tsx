import { type MailRegion, mailRegions } from "../../../worker/settings/domain.ts";
import type { Settings } from "../../../worker/settings/schema.ts";
import { FormCard } from "../../ui/form-card.tsx";
import { RadioField } from "../../ui/radio-field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MailLog } from "../mail/mail-log.tsx";
import { TestMail } from "../mail/test-mail.tsx";
import { FindSubscriber } from "../subscribers/find-subscriber.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

type Draft = Settings["emailNotification"] &
  Pick<Settings, "privacyNoticeURL"> & { siteKey: string; secretKey: string };

const choices = ["Enable", "Disable"] as const;
const regionIDs = mailRegions.map(({ id }) => id);

const form = {
  draftOf: ({ emailNotification, privacyNoticeURL, turnstile: { siteKey } }: Settings) => ({
    ...emailNotification,
    privacyNoticeURL,
    siteKey,
    secretKey: "", // never given back
  }),
  facts: ({
    emailNotification: { enable, sourceRegion, sourceEmailAddress },
    privacyNoticeURL,
    turnstile: { siteKey },
  }: Settings) => ({
    enable: { label: "Email Notifications", value: enable ? "Enable" : "Disable" },
    sourceRegion: { label: "Simple Email Service Region", value: regionName(sourceRegion) },
    sourceEmailAddress: { label: "Source Email Address", value: sourceEmailAddress },
    privacyNoticeURL: { label: "Privacy notice URL", value: privacyNoticeURL },
    siteKey: { label: "Turnstile Site Key", value: siteKey },
  }),
  changeOf: ({ privacyNoticeURL, siteKey, secretKey, ...emailNotification }: Partial<Draft>) => ({
    ...((siteKey ?? secretKey) !== undefined && { turnstile: { siteKey, secretKey } }),
    ...(privacyNoticeURL !== undefined && { privacyNoticeURL }),
    ...(Object.keys(emailNotification).length > 0 && { emailNotification }),
  }),
};

export function NotificationsTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps } = useSettingsDraft(settings, form);

  return (
    <div className="grid gap-4">
      <FormCard {...formProps}>
        <RadioField
          label="Email Notifications"
          value={draft.enable ? "Enable" : "Disable"}
          choices={choices}
          onChange={(choice) => edit({ enable: choice === "Enable" })}
        />
        <SelectField
          label="Simple Email Service Region"
          value={draft.sourceRegion}
          choices={regionIDs}
          nameOf={regionName}
          onChange={(sourceRegion) => edit({ sourceRegion })}
        />
        <TextField
          label="Source Email Address"
          type="email"
          required={draft.enable && "Source Email Address is required to enable email notifications."}
          value={draft.sourceEmailAddress}
          onChange={(sourceEmailAddress) => edit({ sourceEmailAddress })}
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
      </FormCard>
      <TestMail />
      <FindSubscriber />
      <MailLog />
    </div>
  );
}

function regionName(region: MailRegion): string {
  return mailRegions.find(({ id }) => id === region)?.name ?? region;
}
