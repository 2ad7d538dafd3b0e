import { useAction } from "../action.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";
import { tickStep } from "../set-up-ticks.ts";
import { sendTestMail } from "./calls.ts";

/**
 * @param saveFirst saves the changed settings, with which the test is sent. Undefined if nothing is changed.
 * @param isAnnounced for a dialog, which is closed once the test is sent
 */
export function useTestMail(saveFirst?: () => Promise<void>, isAnnounced = false) {
  const { email = "" } = administratorOf(useSession()) ?? {};
  const { draft, edit, save, restored } = useNewDraft("test-mail", { to: email });
  const action = useAction({
    title: "Send test",
    mutationFn: async (to: string) => {
      await saveFirst?.();
      return save(() => sendTestMail(to));
    },
    announce: (_, to) => (isAnnounced ? { text: `Sent to ${to}` } : undefined),
    onSuccess: () => tickStep("test"),
  });
  return { action, to: draft.to, setTo: (to: string) => edit({ to }), restored };
}
