import { useEffect } from "react";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { Button } from "../../ui/button.tsx";
import { DraftNotice } from "../../ui/draft-notice.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import { Success } from "../../ui/success.tsx";
import { emailProblem } from "../address-problems.ts";
import styles from "./test-mail.css?inline";
import { useTestMail } from "./use-test-mail.ts";

adoptStyles(styles);

interface TestMailProps {
  /** Saves the changed settings, with which the test is sent. Undefined if nothing is changed. */
  saveFirst: (() => Promise<void>) | undefined;
}

export function TestMail({ saveFirst }: TestMailProps) {
  const { action, to, setTo, restored } = useTestMail(saveFirst);
  const { isPending, isSuccess, error, variables, mutate, reset } = action;
  const hasChanges = saveFirst !== undefined;

  // Other settings than these may not be able to send it.
  useEffect(() => {
    if (hasChanges && isSuccess) reset();
  }, [hasChanges, isSuccess, reset]);

  /** An invalid field of the settings gets the focus in place of an error of their save. */
  function send() {
    const settings = document.querySelector("#email")?.closest("form");
    if (hasChanges && settings?.querySelector("[data-invalid]")) settings.requestSubmit();
    else mutate(to);
  }

  return (
    <Form className="test-mail grid gap-3" busy={isPending} onSubmit={send}>
      <DraftNotice restored={restored} />
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <TextField
          label="Send test to"
          type="email"
          required="Email Address is required."
          problem={emailProblem("Email Address", to)}
          isPrefilled
          value={to}
          onChange={setTo}
        />
        <div>
          <Button type="submit" busy={isPending}>
            {hasChanges ? "Save and send test" : "Send test"}
          </Button>
        </div>
      </div>
      <ErrorArea error={error} />
      <Success error={error}>{isSuccess && `Sent to ${variables}`}</Success>
    </Form>
  );
}
