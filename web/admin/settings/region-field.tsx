import { type MailRegion, mailRegions } from "../../../worker/settings/domain.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { regionName } from "./region-name.ts";

const regionIDs = mailRegions.map(({ id }) => id);

interface RegionFieldProps {
  value: MailRegion;
  onChange: (region: MailRegion) => void;
}

export function RegionField({ value, onChange }: RegionFieldProps) {
  return (
    <SelectField
      label="Simple Email Service Region"
      value={value}
      choices={regionIDs}
      nameOf={regionName}
      onChange={onChange}
    />
  );
}
