import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { sendTestMail } from "./calls.ts";

/** Tries the settings that are saved. */
export function TestMail() {
  const [to, setTo] = useState("");
  const sending = useMutation({ mutationFn: sendTestMail });
  return (
    <form
      noValidate
      className="grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate(to);
      }}
    >
      <TextField label="Send test to" type="email" value={to} onChange={setTo} />
      <ErrorArea error={sending.error} />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p role="status" className="text-muted">
          {sending.isSuccess && `Sent to ${sending.variables}`}
        </p>
        <Button type="submit" busy={sending.isPending}>
          Send test
        </Button>
      </div>
    </form>
  );
}
