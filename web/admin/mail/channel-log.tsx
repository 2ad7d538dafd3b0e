import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../ui/load-error.tsx";
import { channelDeliveries } from "../channels/calls.ts";
import { LogTable } from "./log-table.tsx";

const texts = { waiting: "Waiting", sent: "Sent", failed: "Failed", withdrawn: "Not sent" };

export function ChannelLog({ channelID }: { channelID: string }) {
  const load = useQuery(channelDeliveries(channelID));
  const { data } = load;
  return (
    <>
      <LoadError load={load} />
      {data?.length === 0 && <p className="text-muted">Nothing was sent to it in the last 90 days.</p>}
      {data && data.length > 0 && (
        <LogTable
          rows={data.map(({ kind, name, status, createdAt, state, attempts, error }) => ({
            key: `${createdAt} ${name} ${state}`,
            name,
            detail: kind === "failure" ? "" : status,
            createdAt,
            outcomes: [{ text: texts[state] + triesText(attempts), isFailed: state === "failed" }],
            problems: error === "" ? [] : [error],
          }))}
        />
      )}
    </>
  );
}

function triesText(attempts: number): string {
  if (attempts === 0) return "";
  return ` after ${attempts === 1 ? "a failed try" : `${attempts} failed tries`}`;
}
