import type { TeamChannel } from "../../../worker/notify/team/schema.ts";
import { Button } from "../../ui/button.tsx";
import { useAction } from "../action.ts";
import { replaceSecret } from "./calls.ts";

interface NewSecretProps {
  channel: TeamChannel;
  onSecret: (name: string, secret: string) => void;
}

/** Replaces the secret of a webhook at once, without a Save. */
export function NewSecret({ channel, onSecret }: NewSecretProps) {
  const secretAction = useAction({
    title: "New secret",
    mutationFn: (channelID: string) => replaceSecret(channelID),
  });

  return (
    <div className="grid gap-1.5">
      <p className="text-muted">A new secret signs at once. The one before also signs for a day.</p>
      <Button
        className="justify-self-start"
        busy={secretAction.isPending}
        onClick={() =>
          secretAction.mutate(channel.channelID, { onSuccess: (secret) => onSecret(channel.name, secret) })
        }
      >
        New secret
      </Button>
      {secretAction.error && (
        <p role="alert" className="text-danger-text">
          {secretAction.error.message}
        </p>
      )}
    </div>
  );
}
