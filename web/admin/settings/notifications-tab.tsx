import type { Settings } from "../../../worker/settings/schema.ts";
import { Card } from "../../ui/card.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { notificationsForm } from "./mail/notifications-draft.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const FollowFields = lazyPart(
  "follow-fields",
  async () => (await import("./mail/follow-fields.tsx")).FollowFields,
  // Each is as high as its part, so that what is below it doesn't move.
  <div style={{ height: "5.5rem" }} />,
);
const SenderFields = lazyPart(
  "sender-fields",
  async () => (await import("./mail/sender-fields.tsx")).SenderFields,
  <div style={{ height: "10rem" }} />,
);
const TeamAlerts = lazyPart(
  "team-alerts",
  async () => (await import("./mail/team-alerts.tsx")).TeamAlerts,
  <div style={{ height: "15rem" }} />,
);
const TestMail = lazyPart("test-mail", async () => (await import("../mail/test-mail.tsx")).TestMail);
const MailLog = lazyPart("mail-log", async () => (await import("../mail/mail-log.tsx")).MailLog);

const choices = ["Enable", "Disable"] as const;

export function NotificationsTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps, saveFirst } = useSettingsDraft(
    "notifications",
    settings,
    notificationsForm,
  );

  return (
    <SettingsForm
      {...formProps}
      others={
        <>
          <TestMail saveFirst={saveFirst} />
          <MailLog />
        </>
      }
    >
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
        <FollowFields settings={settings} draft={draft} edit={edit} />
      </Card>
      <TeamAlerts draft={draft} edit={edit} />
      {/* The last card: the test below it has a form of its own, which can't be within this one. */}
      <Card id="email" title="Email" sentence="The service that sends your emails, and their sender.">
        <SenderFields settings={settings} draft={draft} edit={edit} />
      </Card>
    </SettingsForm>
  );
}
