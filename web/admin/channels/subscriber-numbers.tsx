import { useQuery } from "@tanstack/react-query";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { SubscriberCounts } from "../../../worker/notify/subscribers/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useAction } from "../action.ts";
import { download } from "../api/download.ts";
import { exportSubscribers, subscriberCounts } from "./calls.ts";
import { ChannelIcon } from "./channel-icon.tsx";

export function SubscriberNumbers() {
  const load = useQuery(subscriberCounts);
  const exportAction = useAction({
    title: "Download CSV",
    mutationFn: exportSubscribers,
    onSuccess: (csv) => download(csv, "subscribers.csv"),
  });
  const channels = load.data?.channels;
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card">
      <div className="flex items-start justify-between gap-4">
        <h2 id="subscriber-numbers" className="font-medium">
          Subscribers
        </h2>
        {channels && channels.length > 0 && (
          <Button busy={exportAction.isPending} onClick={() => exportAction.mutate()}>
            Download CSV
          </Button>
        )}
      </div>
      <LoadError load={load} />
      <ErrorArea error={exportAction.error} of="action" />
      {channels?.length === 0 && <p className="text-muted">Nobody has subscribed yet.</p>}
      {channels && channels.length > 0 && (
        <ul aria-labelledby="subscriber-numbers" className="grid gap-2 sm:grid-cols-2">
          {channels.map((counts) => (
            <li
              key={counts.channel}
              className="flex items-start gap-2.5 rounded-lg border border-line px-3 py-2"
            >
              <ChannelIcon channel={counts.channel} className="mt-0.5 size-4.5 text-muted" />
              <p className="min-w-0">
                {channelTitles[counts.channel].title}{" "}
                <strong className="font-medium tabular-nums">
                  {counts.confirmed.toLocaleString("en-US")}
                </strong>
                <span className="block text-muted empty:hidden">{inactiveCountsText(counts)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function inactiveCountsText({ unconfirmed, paused, ended }: SubscriberCounts["channels"][number]): string {
  const parts = [
    [unconfirmed, "not confirmed"],
    [paused, "paused"],
    [ended, "ended"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString("en-US")} ${what}`)
    .join(", ");
}
