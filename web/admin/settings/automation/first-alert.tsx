import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ReceivedAlerts } from "../../../../worker/alerts/received/schema.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorArea } from "../../../ui/error-area.tsx";
import { Spinner } from "../../../ui/icons/start-icons.tsx";
import { useAction } from "../../action.ts";
import { formatAge } from "../../times/dates.ts";
import { useNow } from "../../times/now.ts";
import { receivedList, sendTestAlert } from "./calls.ts";
import { isTest, lastStates, messageTitle } from "./received-texts.ts";
import { type RuleDraft, ruleFor } from "./rule-draft.ts";
import { type Sender, setups } from "./senders.ts";

const WAITING_POLL_MS = 5 * SECOND_MS;

interface FirstAlertProps {
  sender: Sender;
  apiKey: ApiKey;
  /** @param example undefined if the sender itself has sent no alert yet */
  onMakeRule: (example: Partial<RuleDraft> | undefined) => void;
}

/** Whatever was sent with the key counts: the test below, and what the sender sends itself. */
export function FirstAlert({ sender, apiKey, onMakeRule }: FirstAlertProps) {
  const now = useNow();
  const queryClient = useQueryClient();
  const { data } = useInfiniteQuery({
    ...receivedList(undefined),
    refetchInterval: ({ state }) => (isOwn(findSent(state.data, apiKey)) ? MINUTE_MS : WAITING_POLL_MS),
  });
  const arrived = findSent(data, apiKey);
  const action = useAction({
    title: "Send a test",
    mutationFn: () => sendTestAlert(apiKey.value, sender),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["received-alerts"] }),
  });
  const { test } = setups[sender];
  return (
    <div className="grid gap-3 rounded-lg border border-line p-3">
      <p role="status" className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
        {arrived ? (
          <span>
            <span className="font-medium">Arrived {formatAge(arrived.receivedAt, now)}:</span>{" "}
            <bdi>{messageTitle(arrived)}</bdi>
          </span>
        ) : (
          <>
            <Spinner /> Waiting for the first alert…
          </>
        )}
      </p>
      <p className="text-muted text-pretty">A test begins and ends at once, so no rule acts on it. {test}</p>
      <ErrorArea error={action.error} />
      <div className="flex flex-wrap gap-2">
        <Button busy={action.isPending} onClick={() => action.mutate()}>
          Send a test
        </Button>
        {arrived && (
          <Button variant="primary" onClick={() => onMakeRule(exampleRule(arrived))}>
            Make a rule
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the sender sends itself says more than a test. */
function findSent(data: InfiniteData<ReceivedAlerts[]> | undefined, { name }: ApiKey) {
  const sent = data?.pages[0]?.filter(({ keyName }) => keyName === name);
  return sent?.find(isOwn) ?? sent?.[0];
}

function isOwn(sent: ReceivedAlerts | undefined): boolean {
  return sent !== undefined && !isTest(sent);
}

function exampleRule(sent: ReceivedAlerts | undefined): Partial<RuleDraft> | undefined {
  const [alert] = sent && isOwn(sent) ? lastStates(sent.alerts) : [];
  return sent && alert && ruleFor(sent.source, alert);
}
