import type { ReactNode } from "react";
import {
  isMailHost,
  keyedMailProviders,
  MAIL_HOST,
  type MailProviderID,
  type MailRegion,
  mailProviders,
  mailRegions,
  type SmtpPort,
  smtpPorts,
} from "../../../../worker/settings/mail/domain.ts";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { providerName, regionName } from "./mail-names.ts";

const providerIDs = mailProviders.map(({ id }) => id);
const regionIDs = mailRegions.map(({ id }) => id);

interface Draft {
  mailProvider: MailProviderID;
  smtpHost: string;
  smtpPort: SmtpPort;
  smtpUser: string;
  sourceRegion: MailRegion;
  mailKey: string;
  mailWebhookSecret: string;
}

interface MailProviderFieldsProps {
  settings: Settings;
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  /** Stands beside what the service needs. */
  children: ReactNode;
}

export function MailProviderFields({ settings, draft, edit, children }: MailProviderFieldsProps) {
  const { mailProvider, sourceRegion, mailKey } = draft;
  const keyName = keyedMailProviders[mailProvider];
  const hasKey = settings.hasMailKey && settings.mailProvider === mailProvider && belongsTo(settings, draft);
  const keyLabel = mailProvider === "smtp" ? "SMTP Password" : `${providerName(mailProvider)} ${keyName}`;
  return (
    <div className="grid items-start gap-x-3 gap-y-5 lg:grid-cols-2">
      <SelectField
        label="Email service"
        value={mailProvider}
        choices={providerIDs}
        nameOf={providerName}
        // A key typed for another service isn't sent to this one.
        onChange={(chosen) => edit({ mailProvider: chosen, mailKey: "", mailWebhookSecret: "" })}
      />
      {mailProvider === "smtp" && <ServerFields draft={draft} edit={edit} />}
      {keyName && (
        <TextField
          label={`${keyLabel}${hasKey ? " (saved; type to replace it)" : ""}`}
          type="password"
          autoComplete="new-password"
          required={!hasKey && `${keyLabel} is required.`}
          value={mailKey}
          onChange={(key) => edit({ mailKey: key.trim() })}
        />
      )}
      {mailProvider === "ses" && (
        <SelectField
          label="Simple Email Service Region"
          value={sourceRegion}
          choices={regionIDs}
          nameOf={regionName}
          onChange={(region) => edit({ sourceRegion: region })}
        />
      )}
      {children}
    </div>
  );
}

/** The password of an SMTP server belongs to the server and its user. */
function belongsTo({ smtp }: Settings, draft: Draft): boolean {
  return draft.mailProvider !== "smtp" || (draft.smtpHost === smtp.host && draft.smtpUser === smtp.user);
}

const portNames = new Map<number, string>([
  [465, "465 (TLS)"],
  [587, "587 (STARTTLS)"],
]);

function ServerFields({ draft, edit }: Pick<MailProviderFieldsProps, "draft" | "edit">) {
  const { smtpHost, smtpPort, smtpUser } = draft;
  return (
    <>
      <TextField
        label="SMTP Server"
        required="SMTP Server is required."
        problem={isMailHost(smtpHost) ? undefined : MAIL_HOST}
        isPrefilled
        value={smtpHost}
        onChange={(host) => edit({ smtpHost: host.trim() })}
      />
      <SelectField
        label="SMTP Port"
        value={String(smtpPort)}
        choices={smtpPorts.map(String)}
        nameOf={(choice) => portNames.get(Number(choice)) ?? choice}
        onChange={(choice) =>
          edit({ smtpPort: smtpPorts.find((port) => String(port) === choice) ?? smtpPort })
        }
      />
      <TextField
        label="SMTP User"
        autoComplete="off"
        required="SMTP User is required."
        isPrefilled
        value={smtpUser}
        onChange={(user) => edit({ smtpUser: user })}
      />
    </>
  );
}
