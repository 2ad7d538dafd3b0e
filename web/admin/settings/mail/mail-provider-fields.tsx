import {
  type MailProviderID,
  type MailRegion,
  mailProviders,
  mailRegions,
} from "../../../../worker/settings/domain.ts";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { providerName, regionName } from "./mail-names.ts";

const providerIDs = mailProviders.map(({ id }) => id);
const regionIDs = mailRegions.map(({ id }) => id);

interface MailProviderFieldsProps {
  draft: { mailProvider: MailProviderID; sourceRegion: MailRegion };
  edit: (change: { mailProvider?: MailProviderID; sourceRegion?: MailRegion }) => void;
}

export function MailProviderFields({ draft: { mailProvider, sourceRegion }, edit }: MailProviderFieldsProps) {
  return (
    <>
      <RadioField
        label="Email service"
        value={mailProvider}
        choices={providerIDs}
        nameOf={providerName}
        onChange={(chosen) => edit({ mailProvider: chosen })}
      />
      {mailProvider === "ses" && (
        <SelectField
          label="Simple Email Service Region"
          value={sourceRegion}
          choices={regionIDs}
          nameOf={regionName}
          onChange={(region) => edit({ sourceRegion: region })}
        />
      )}
    </>
  );
}
