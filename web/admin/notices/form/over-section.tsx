import { HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { CheckField } from "../../../ui/fields/check-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { localTime } from "../../times/local-time.ts";
import type { Over } from "./notice-draft.ts";
import { WindowFields } from "./window-fields.tsx";

interface OverSectionProps {
  over: Over | undefined;
  onChange: (over: Over | undefined) => void;
}

/** An incident that nobody reported while it lasted can be added when it is over. */
export function OverSection({ over, onChange }: OverSectionProps) {
  return (
    <>
      <CheckField
        label="It's already over"
        checked={over !== undefined}
        onChange={(checked) => onChange(checked ? lastHour() : undefined)}
      >
        It counts in uptime from its start to its end. Components keep their present statuses, and no email is
        sent.
      </CheckField>
      {over && (
        <>
          <WindowFields isPast {...over} onChange={(change) => onChange({ ...over, ...change })} />
          <TextField
            label="Last message"
            rows={2}
            value={over.message}
            onChange={(message) => onChange({ ...over, message })}
          />
        </>
      )}
    </>
  );
}

const STEP_MS = 15 * MINUTE_MS;

function lastHour(): Over {
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  return { startAt: localTime(new Date(end - HOUR_MS)), endAt: localTime(new Date(end)), message: "" };
}
