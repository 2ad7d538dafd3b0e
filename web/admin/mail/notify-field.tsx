import type { Recipients } from "../../../worker/mail/schema.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { whoGets } from "./people-text.ts";

export interface NotifyFieldProps {
  audience: Recipients | undefined;
  sendsEmail: boolean;
  checked: boolean;
  noteID: string;
  onChange: (checked: boolean) => void;
}

export function NotifyField({ audience, checked, noteID, onChange }: NotifyFieldProps) {
  if (audience?.mailIsOn === false) return null;
  return <CheckField label="Notify subscribers" describedBy={noteID} checked={checked} onChange={onChange} />;
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
