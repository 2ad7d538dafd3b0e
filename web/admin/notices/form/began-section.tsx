import { isOpen, lastChangeTo, type Notice } from "../../../../worker/notices/domain.ts";
import { CheckField } from "../../../ui/fields/check-field.tsx";
import { nameList } from "../../lists/name-list.ts";
import { formatDateTime } from "../../times/dates.ts";
import { isoTime, type LocalTime, localTime } from "../../times/local-time.ts";
import { TimeField } from "./time-field.tsx";

interface BeganSectionProps {
  incident: Notice | undefined;
  at: LocalTime | undefined;
  onChange: (at: LocalTime | undefined) => void;
}

/** An incident that was noticed late can count from its real start. */
export function BeganSection({ incident, at, onChange }: BeganSectionProps) {
  const storedStart = incident?.createdAt ?? new Date();
  return (
    <>
      <CheckField
        label={incident ? "It started at another time" : "It started earlier"}
        checked={at !== undefined}
        onChange={(checked) => onChange(checked ? localTime(storedStart) : undefined)}
      >
        {incident ? effectOn(incident) : "The statuses that you choose above count in uptime from then."}
      </CheckField>
      {at !== undefined && <BeganField incident={incident} at={at} onChange={onChange} />}
    </>
  );
}

interface BeganFieldProps extends Pick<BeganSectionProps, "incident"> {
  at: LocalTime;
  onChange: (at: LocalTime) => void;
}

export function BeganField({ incident, at, onChange }: BeganFieldProps) {
  return (
    <TimeField
      label="Began at"
      isPast
      value={at}
      problem={beganAtProblem(isoTime(at), incident)}
      onChange={onChange}
    />
  );
}

export function effectOn({ createdAt, components }: Notice): string {
  const existing = components.filter(({ deleted }) => !deleted);
  const now = `It began at ${formatDateTime(createdAt)}.`;
  if (existing.length === 0) return now;
  return `${now} Another start counts from then in the uptime of ${nameList(existing)}, but not before their last change.`;
}

function beganAtProblem(beganAt: string, incident: Notice | undefined): string | false {
  if (beganAt > new Date().toISOString()) return "This is in the future.";
  const endedAt = incident && !isOpen(incident) ? lastChangeTo(incident, incident.status) : undefined;
  return endedAt !== undefined && beganAt > endedAt && `It ended at ${formatDateTime(endedAt)}.`;
}
