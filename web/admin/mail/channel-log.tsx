import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../ui/load-error.tsx";
import { channelDeliveries } from "../channels/calls.ts";
import { formatDateTime } from "../times/dates.ts";

const texts = { waiting: "Waiting", sent: "Sent", failed: "Failed", withdrawn: "Not sent" };

export function ChannelLog({ channelID }: { channelID: string }) {
  const load = useQuery(channelDeliveries(channelID));
  const { data } = load;
  return (
    <>
      <LoadError load={load} />
      {data?.length === 0 && <p>Nothing was sent to it in the last 90 days.</p>}
      <ul aria-labelledby="mail-log" className="grid gap-3">
        {data?.map(({ kind, name, status, createdAt, state, attempts, error }) => (
          <li key={`${createdAt} ${name} ${state}`}>
            <p className="font-medium [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </p>
            <p className="text-muted">
              {kind === "failure" ? "" : `${status}, `}
              {formatDateTime(createdAt)}
            </p>
            <p className={error === "" ? "" : "text-danger-text [overflow-wrap:anywhere]"}>
              {texts[state]}
              {attempts > 0 && ` after ${attempts === 1 ? "a failed try" : `${attempts} failed tries`}`}
              {error !== "" && `: ${error}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
