import type { Recipients } from "../../../worker/mail/schema.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { whoGets } from "./people-text.ts";

export interface NotifyFieldProps {
  audience: Recipients | undefined;
  /** Only new times of a maintenance are saved. */
  isNewTime: boolean;
  sendsEmail: boolean;
  checked: boolean;
  noteID: string;
  onChange: (checked: boolean) => void;
}

export function NotifyField({ audience, isNewTime, checked, noteID, onChange }: NotifyFieldProps) {
  if (audience?.mailIsOn === false) return null;
  return (
    <CheckField
      label={isNewTime ? "Tell subscribers of the new time" : "Notify subscribers"}
      describedBy={noteID}
      {...{ checked, onChange }}
    />
  );
}

export function NotifyNote({ audience, sendsEmail, checked, noteID }: NotifyFieldProps) {
  if (audience?.mailIsOn === false) return null;
  return (
    <p id={noteID} className="text-muted">
      {explanation({ sendsEmail, checked, count: audience?.count })}
    </p>
  );
}

function explanation({
  sendsEmail,
  checked,
  count,
}: {
  sendsEmail: boolean;
  checked: boolean;
  count: number | undefined;
}): string {
  if (!sendsEmail) return "No email: only a new status, message or component status sends one.";
  if (!checked) return "No email will be sent.";
  return whoGets("an email", count);
}
