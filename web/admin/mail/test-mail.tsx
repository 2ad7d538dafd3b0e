import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DraftNotice } from "../../ui/draft-notice.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import { Success } from "../../ui/success.tsx";
import { useAction } from "../action.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";
import { tickStep } from "../set-up-ticks.ts";
import { sendTestMail } from "./calls.ts";

export function TestMail() {
  const { email = "" } = administratorOf(useSession()) ?? {};
  const { draft, edit, save, restored } = useNewDraft("test-mail", { to: email });
  const { to } = draft;
  const { isPending, isSuccess, error, variables, mutate } = useAction({
    title: "Send test",
    mutationFn: (address: string) => save(() => sendTestMail(address)),
    onSuccess: () => tickStep("test"),
  });
  return (
    <Card id="test-email" title="Test email" sentence="See what a subscriber gets. Save your changes first.">
      <Form className="grid gap-3" busy={isPending} onSubmit={() => mutate(to)}>
        <DraftNotice restored={restored} />
        <TextField
          label="Send test to"
          type="email"
          required="Email Address is required."
          value={to}
          onChange={(address) => edit({ to: address })}
        />
        <ErrorArea error={error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isPending}>
            Send test
          </Button>
          <Success error={error}>{isSuccess && `Sent to ${variables}`}</Success>
        </div>
      </Form>
    </Card>
  );
}
