import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isExpired } from "../../../../worker/settings/domain.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorArea } from "../../../ui/error-area.tsx";
import { FoldIcon } from "../../../ui/icons/fold-icon.tsx";
import { useAction } from "../../action.ts";
import { runtimeSettings } from "../../runtime-settings.ts";
import { createApiKey, settingsQuery } from "../calls.ts";
import styles from "./automation.css?inline";
import { FirstAlert } from "./first-alert.tsx";
import type { RuleDraft } from "./rule-draft.ts";
import { type Sender, senders, setups } from "./senders.ts";

adoptStyles(styles);

interface ConnectCardProps {
  onMakeRule: (example: Partial<RuleDraft>) => void;
}

export function ConnectCard({ onMakeRule }: ConnectCardProps) {
  const [sender, setSender] = useState<Sender>();
  return (
    <Card
      id="senders"
      title="Senders"
      sentence="Connect your monitoring, so that it sends alerts. Rules decide what they change."
    >
      <SenderChoice sender={sender} onChange={setSender} />
      {sender && <Steps key={sender} sender={sender} onMakeRule={onMakeRule} />}
    </Card>
  );
}

function SenderChoice({
  sender,
  onChange,
}: {
  sender: Sender | undefined;
  onChange: (sender: Sender) => void;
}) {
  const name = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">Sender</legend>
      <div className="senders">
        {senders.map((choice) => (
          <label key={choice}>
            {/* The radio button is the whole row: its own outline shows the focus. */}
            <input
              type="radio"
              name={name}
              checked={choice === sender}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg border border-line-strong/60 transition-colors hover:bg-hover checked:border-accent-text checked:bg-accent-soft checked:hover:bg-accent-soft"
            />
            <span aria-hidden="true" className="monogram">
              {setups[choice].monogram}
            </span>
            <span className="font-medium">{choice}</span>
            <FoldIcon isOpen={choice === sender} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Each sender has a key of its own, so that one can be taken away without the others. It can do nothing but send alerts. */
function useSenderKey(sender: Sender): { isLoaded: boolean; key: ApiKey | undefined } {
  const { data } = useQuery(settingsQuery);
  const key = data?.apiKeys.findLast(
    ({ name, value, scopes, expiresAt }) =>
      name === sender && value !== "" && !isExpired(expiresAt) && scopes.every((scope) => scope === "alerts"),
  );
  return { isLoaded: data !== undefined, key };
}

function Steps({ sender, onMakeRule }: ConnectCardProps & { sender: Sender }) {
  const { isLoaded, key } = useSenderKey(sender);
  if (!isLoaded) return null;
  if (!key) return <MakeKey sender={sender} />;
  return (
    <>
      <SetupText sender={sender} apiKey={key} />
      <FirstAlert
        sender={sender}
        apiKey={key}
        onMakeRule={(example) =>
          onMakeRule(example ?? { name: `Alerts of ${sender}`, source: setups[sender].source })
        }
      />
    </>
  );
}

function MakeKey({ sender }: { sender: Sender }) {
  const queryClient = useQueryClient();
  const action = useAction({
    title: "Make a key",
    mutationFn: () => createApiKey({ name: sender, scopes: ["alerts"] }, crypto.randomUUID()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  return (
    <div className="grid justify-items-start gap-1.5">
      <p>A sender needs a key. This one can send alerts and do nothing else.</p>
      <Button variant="primary" busy={action.isPending} onClick={() => action.mutate()}>
        Make a key
      </Button>
      <ErrorArea error={action.error} />
    </div>
  );
}

function SetupText({ sender, apiKey }: { sender: Sender; apiKey: ApiKey }) {
  const { sentence, what, text } = setups[sender];
  const filled = text(runtimeSettings().apiURL, apiKey.value);
  return (
    <div className="grid gap-1.5">
      <p className="text-pretty">{sentence}</p>
      <pre
        // It scrolls, so it has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-canvas p-3 font-mono text-[13px]/5"
      >
        {filled}
      </pre>
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-muted">It has the key “{sender}” in it: keep it to yourself.</p>
        <CopyButton text={filled} label={`Copy the ${what}`} />
      </div>
    </div>
  );
}
