import { useState } from "react";
import { FormCard } from "../../ui/form-card.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../action.ts";
import { sendTestMail } from "./calls.ts";

export function TestMail() {
  const [to, setTo] = useState("");
  const sending = useAction({ title: "Send test", mutationFn: sendTestMail });
  return (
    <FormCard
      action="Send test"
      busy={sending.isPending}
      saved={sending.isSuccess && `Sent to ${sending.variables}`}
      error={sending.error}
      onSubmit={() => sending.mutate(to)}
    >
      <TextField
        label="Send test to"
        type="email"
        required="Email Address is required."
        value={to}
        onChange={setTo}
      />
    </FormCard>
  );
}
