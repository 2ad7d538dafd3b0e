import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "../../ui/text-field.tsx";
import { SettingsForm } from "../settings/settings-form.tsx";
import { sendTestMail } from "./calls.ts";

/** Tries the settings that are saved. */
export function TestMail() {
  const [to, setTo] = useState("");
  const sending = useMutation({ mutationFn: sendTestMail });
  return (
    <SettingsForm
      action="Send test"
      busy={sending.isPending}
      saved={sending.isSuccess && `Sent to ${sending.variables}`}
      error={sending.error}
      meanwhile={false}
      onSubmit={() => sending.mutate(to)}
    >
      <TextField
        label="Send test to"
        type="email"
        required="Email Address is required."
        value={to}
        onChange={setTo}
      />
    </SettingsForm>
  );
}
