import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReceivedAlerts } from "../../../../../worker/alerts/received/schema.ts";
import type { ApiKey } from "../../../../../worker/settings/schema.ts";
import { isolateDirection } from "../../../../shared/isolate-direction.ts";
import { Button } from "../../../../ui/button.tsx";
import { ErrorArea } from "../../../../ui/error-area.tsx";
import { useAction } from "../../../action.ts";
import { settingsQuery } from "../../calls.ts";
import { changeAlertPaths } from "../calls.ts";
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
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChoosePaths({ apiKey, body })}>
          {apiKey.alertPaths ? "Change what is read" : "Choose what is read"}
        </Button>
        {apiKey.alertPaths && <StopReading apiKey={apiKey} />}
      </div>
    </div>
  );
}

/** What was read before stays an alert. */
function StopReading({ apiKey }: { apiKey: ApiKey }) {
  const queryClient = useQueryClient();
  const stopAction = useAction({
    title: `Stop reading messages of ${isolateDirection(apiKey.name)}`,
    mutationFn: () => changeAlertPaths(apiKey.id, null),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  return (
    <>
      <Button disabled={stopAction.isPending} onClick={() => stopAction.mutate()}>
        Stop reading them
      </Button>
      <ErrorArea error={stopAction.error} />
    </>
  );
}
