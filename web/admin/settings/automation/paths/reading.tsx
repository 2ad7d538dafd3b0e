import { useQuery } from "@tanstack/react-query";
import type { ReceivedAlerts } from "../../../../../worker/alerts/received/schema.ts";
import type { ApiKey } from "../../../../../worker/settings/schema.ts";
import { Button } from "../../../../ui/button.tsx";
import { settingsQuery } from "../../calls.ts";
import { isUnread } from "../received-texts.ts";

export type ChoosePaths = (message: { apiKey: ApiKey; body: string }) => void;

interface ReadingProps {
  received: ReceivedAlerts;
  onChoosePaths: ChoosePaths;
}

/** Only what was sent to the source `generic` can be in a format that nobody knows. */
export function Reading({ received, onChoosePaths }: ReadingProps) {
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  const { keyID, body } = received;
  const apiKey = data.apiKeys.find(({ id }) => id === keyID);
  if (!apiKey) return isUnread(received) && <p>The key that it was sent with is deleted.</p>;
  if (!isUnread(received) && !apiKey.alertPaths) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {isUnread(received) && (
        <p className="text-pretty">
          {apiKey.alertPaths
            ? "It has no key or no state where those of this API key were chosen."
            : "This format isn't known. Choose where its key, title and state are, and the next messages are alerts."}
        </p>
      )}
      <Button onClick={() => onChoosePaths({ apiKey, body })}>
        {apiKey.alertPaths ? "Change what is read" : "Choose what is read"}
      </Button>
    </div>
  );
}
