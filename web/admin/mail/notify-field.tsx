import { useQuery } from "@tanstack/react-query";
import { CheckField } from "../../ui/check-field.tsx";
import { recipients } from "./calls.ts";

interface NotifyFieldProps {
  /** Empty for a new one. */
  noticeID: string;
  /** Those chosen in the dialog. */
  componentIDs: string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether subscribers are told, and how many they are; nothing as long as mail is off. */
export function NotifyField({ noticeID, componentIDs, checked, onChange }: NotifyFieldProps) {
  const { data } = useQuery(recipients(noticeID, componentIDs));
  if (!data?.mailIsOn) return null;
  return (
    <CheckField label="Notify subscribers" checked={checked} onChange={onChange}>
      {checked ? whoHears(data.count) : "Nobody gets a mail about this."}
    </CheckField>
  );
}

function whoHears(count: number): string {
  if (count === 0) return "Nobody has subscribed to this.";
  return count === 1 ? "1 subscriber gets a mail." : `${count} subscribers get a mail.`;
}
