import { TextField } from "../../ui/fields/text-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { useAction } from "../action.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { sendTestMail } from "./calls.ts";

export function TestMail() {
  const { draft, edit, save, restored } = useNewDraft("test-mail", { to: "" });
  const { to } = draft;
  const sendTest = useAction({
    title: "Send test",
    mutationFn: (address: string) => save(() => sendTestMail(address)),
  });
  return (
    <FormCard
      action="Send test"
      busy={sendTest.isPending}
      saved={sendTest.isSuccess && `Sent to ${sendTest.variables}`}
      error={sendTest.error}
      restored={restored}
      onSubmit={() => sendTest.mutate(to)}
    >
      <TextField
        label="Send test to"
        type="email"
        required="Email Address is required."
        value={to}
        onChange={(address) => edit({ to: address })}
      />
    </FormCard>
  );
}
