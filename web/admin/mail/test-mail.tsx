import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DraftNotice } from "../../ui/draft-notice.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import { Success } from "../../ui/success.tsx";
import { useTestMail } from "./use-test-mail.ts";

export interface TestMailProps {
  /** Saves the changed settings, with which the test is sent. Undefined if nothing is changed. */
  saveFirst: (() => Promise<void>) | undefined;
}

export function TestMail({ saveFirst }: TestMailProps) {
  const { action, to, setTo, restored } = useTestMail(saveFirst);
  const { isPending, isSuccess, error, variables, mutate } = action;
  return (
    <Card id="test-email" title="Test email" sentence="See what a subscriber gets.">
      <Form className="grid gap-3" busy={isPending} onSubmit={() => mutate(to)}>
        <DraftNotice restored={restored} />
        <TextField
          label="Send test to"
          type="email"
          required="Email Address is required."
          value={to}
          onChange={setTo}
        />
        <ErrorArea error={error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isPending}>
            {saveFirst ? "Save and send test" : "Send test"}
          </Button>
          <Success error={error}>{isSuccess && `Sent to ${variables}`}</Success>
        </div>
      </Form>
    </Card>
  );
}
