import { useQueryClient } from "@tanstack/react-query";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import type { TeamChannels } from "../../../worker/notify/team/schema.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { useAction } from "../action.ts";
import { formatDateTime } from "../times/dates.ts";
import { channelList, testChannel } from "./calls.ts";
import { ChannelIcon } from "./channel-icon.tsx";

export type ListedChannel = TeamChannels[number];

interface ChannelRowProps {
  channel: ListedChannel;
  onEdit: () => void;
  onDelete: () => void;
}

export function ChannelRow({ channel, onEdit, onDelete }: ChannelRowProps) {
  const { channelID, name, address } = channel;
  const queryClient = useQueryClient();
  const test = useAction({
    title: `Test ${name}`,
    mutationFn: () => testChannel(channelID),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: channelList.queryKey }),
  });
  return (
    <li className="grid gap-x-3 gap-y-1.5 py-3 pr-1.5 pl-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 gap-3">
        <span
          title={channelTitles[channel.channel].title}
          className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-lg bg-hover text-muted"
        >
          <ChannelIcon channel={channel.channel} />
        </span>
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-semibold">
            <bdi>{name}</bdi>
          </p>
          <p className="text-muted">
            {channelTitles[channel.channel].title} · {address || "address deleted"}
          </p>
          <p className="text-muted">{subscriptionText(channel)}</p>
          <LastDelivery channel={channel} />
        </div>
      </div>
      <div className="-my-1 flex items-center justify-end gap-0.5 self-start max-sm:pl-11">
        <Button
          aria-label={`Test ${name}`}
          busy={test.isPending}
          onClick={() => test.mutate()}
          className="mr-1"
        >
          Test
        </Button>
        <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
          <EditIcon />
        </IconButton>
        <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
          <DeleteIcon />
        </IconButton>
      </div>
      <p
        role="status"
        className={`pl-11 [overflow-wrap:anywhere] empty:hidden sm:col-span-2 ${isBad(test) ? "text-danger-text" : "text-muted"}`}
      >
        {testResultText(test)}
      </p>
    </li>
  );
}

type TestState = Pick<
  ReturnType<typeof useAction<Awaited<ReturnType<typeof testChannel>>>>,
  "data" | "error" | "isPending"
>;

function isBad({ data, error }: TestState): boolean {
  return error !== null || data?.isDelivered === false;
}

function testResultText({ data, error, isPending }: TestState): string {
  if (isPending) return "";
  if (error) return error.message;
  if (!data) return "";
  return data.isDelivered ? "The test has arrived." : `The test has not arrived. ${data.error}`;
}

function subscriptionText({ everything, components, groups, failures }: ListedChannel): string {
  const chosen = [
    ...(groups.length > 0 ? [groups.length === 1 ? "1 group" : `${groups.length} groups`] : []),
    ...(components.length > 0
      ? [components.length === 1 ? "1 component" : `${components.length} components`]
      : []),
  ];
  const about = everything ? ["All incidents and maintenance"] : chosen;
  return (
    [...about, ...(failures ? ["failures"] : [])].join(", ").replace(/^f/, "F") ||
    "Nothing: what was chosen is deleted"
  );
}

const deliveryTexts = { waiting: "Waiting", sent: "Sent", failed: "Failed", withdrawn: "Not sent" };

function LastDelivery({ channel: { state, lastDelivery } }: { channel: ListedChannel }) {
  if (state === "ended")
    return <p className="text-danger-text">Ended. {lastDelivery?.error} Delete it, and add it again.</p>;
  if (state === "paused")
    return (
      <p className="text-danger-text">
        Paused after ten failed tries. {lastDelivery?.error} Press Test to resume it.
      </p>
    );
  if (!lastDelivery) return <p className="text-muted">Nothing sent yet</p>;
  const { state: sent, createdAt, error } = lastDelivery;
  return (
    <p className={sent === "failed" || error !== "" ? "text-danger-text" : "text-muted"}>
      {deliveryTexts[sent]} {formatDateTime(createdAt)}
      {error !== "" && `: ${error}`}
    </p>
  );
}
