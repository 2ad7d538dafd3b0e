import { useQuery } from "@tanstack/react-query";
import { CheckField } from "../../ui/check-field.tsx";
import { recipients } from "./calls.ts";

interface NotifyFieldProps {
  noticeID: string;
  componentIDs: string[];
  sendsEmail: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Renders nothing while email is turned off. */
export function NotifyField({ noticeID, componentIDs, sendsEmail, checked, onChange }: NotifyFieldProps) {
  const { data } = useQuery(recipients(noticeID, componentIDs));
  if (data?.mailIsOn === false) return null;
  return (
    <CheckField label="Notify subscribers" checked={checked} onChange={onChange}>
      {explanation({ sendsEmail, checked, count: data?.count })}
    </CheckField>
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
  if (count === undefined) return "Subscribers get an email.";
  if (count === 0) return "No one has subscribed to this.";
  return count === 1 ? "1 subscriber gets an email." : `${count} subscribers get an email.`;
}
