import { type ComponentPlace, componentPlaces } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { isWebURL } from "../../../worker/shared/domain.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { DateField } from "../../ui/fields/date-field.tsx";
import { Fold } from "../../ui/fields/fold.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

export type DisplayDraft = Pick<Component, "shown" | "showsUptime" | "uptimeSince" | "link">;

export const defaultDisplay: DisplayDraft = { shown: "always", showsUptime: true, uptimeSince: "", link: "" };

export const placeNames: Record<ComponentPlace, string> = {
  always: "Always",
  affected: "Only while it isn't operational",
  notices: "Only in incidents and maintenances",
};

interface DisplayFieldsProps {
  draft: DisplayDraft;
  edit: (change: Partial<DisplayDraft>) => void;
}

/** These say what visitors see of a component besides its name and description. */
export function DisplayFields({ draft, edit }: DisplayFieldsProps) {
  const { shown, showsUptime, uptimeSince, link } = draft;
  return (
    <Fold summary={`On the status page: ${summarize(draft)}`}>
      <SelectField
        label="Shown on the status page"
        value={shown}
        choices={componentPlaces}
        nameOf={(place) => placeNames[place]}
        onChange={(place) => edit({ shown: place })}
      />
      <CheckField
        label="Show uptime and days"
        checked={showsUptime}
        onChange={(isChecked) => edit({ showsUptime: isChecked })}
      />
      {showsUptime && (
        <div className="grid gap-1.5">
          <span className="font-medium">Uptime counts from (optional)</span>
          <DateField of="Uptime" value={uptimeSince} onChange={(day) => edit({ uptimeSince: day })} />
        </div>
      )}
      <TextField
        label="Link (optional)"
        hint="Its name leads there. Without one, it leads to the component's own page."
        problem={
          link.trim() === "" || isWebURL(link.trim())
            ? undefined
            : "Enter an address that begins with https://."
        }
        value={link}
        onChange={(url) => edit({ link: url })}
      />
    </Fold>
  );
}

function summarize({ shown, showsUptime, uptimeSince, link }: DisplayDraft): string {
  const uptime = uptimeSince === "" ? "with uptime" : `uptime from ${uptimeSince}`;
  return [placeNames[shown].toLowerCase(), showsUptime ? uptime : "no uptime", link && "with a link"]
    .filter(Boolean)
    .join(", ");
}
