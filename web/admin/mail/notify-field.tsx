import type { Recipients } from "../../../worker/notify/mail/schema.ts";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { recipientLines } from "./people-text.ts";

export interface NotifyFieldProps {
  audience: Recipients | undefined;
  /** Only new times of a maintenance are saved. */
  isNewTime: boolean;
  sendsEmail: boolean;
  checked: boolean;
  noteID: string;
  onChange: (checked: boolean) => void;
}

export function NotifyField({ isNewTime, checked, noteID, onChange }: NotifyFieldProps) {
  return (
    <CheckField
      label={isNewTime ? "Tell subscribers of the new time" : "Notify subscribers"}
      describedBy={noteID}
      checked={checked}
      onChange={onChange}
    />
  );
}

export function NotifyNote({ audience, sendsEmail, checked, noteID }: NotifyFieldProps) {
  return (
    <div id={noteID} className="text-muted">
      {explanation({ sendsEmail, checked, audience }).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function explanation({
  sendsEmail,
  checked,
  audience,
}: Pick<NotifyFieldProps, "sendsEmail" | "checked" | "audience">): string[] {
  if (!sendsEmail) return ["Nothing to send yet."];
  if (!checked) return ["No email will be sent."];
  return recipientLines("an email", audience);
}
