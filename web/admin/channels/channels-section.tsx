import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { channelTitles } from "../../../worker/notify/chat/domain.ts";
import { MAX_TEAM_CHANNELS } from "../../../worker/notify/team/domain.ts";
import type { TeamChannels } from "../../../worker/notify/team/schema.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { AddIcon, DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useAction } from "../action.ts";
import { formatDateTime } from "../times/dates.ts";
import { channelList, testChannel } from "./calls.ts";
import { ChannelIcon } from "./channel-icon.tsx";

const ChannelDialog = lazyDialog(
  "channel-dialog",
  async () => (await import("./channel-dialog.tsx")).ChannelDialog,
);
const DeleteChannelDialog = lazyDialog(
  "delete-channel",
  async () => (await import("./delete-channel-dialog.tsx")).DeleteChannelDialog,
);
const SecretDialog = lazyDialog(
  "channel-secret",
  async () => (await import("./secret-dialog.tsx")).SecretDialog,
);

export type ListedChannel = TeamChannels[number];

type Open =
  | { dialog: "none" }
  | { dialog: "add" }
  | { dialog: "edit" | "delete"; channel: ListedChannel }
  | { dialog: "secret"; name: string; secret: string };

export function ChannelsSection() {
  const load = useQuery(channelList);
  const { data: channels } = load;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen({ dialog: "none" });
  const showSecret = (name: string, secret: string) => setOpen({ dialog: "secret", name, secret });

  /** Moves the focus to Add, because the deleted row's button is gone. */
  function closeDeletion() {
    close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) addButton.current?.focus();
    });
  }

  function newest(channel: ListedChannel): ListedChannel {
    return channels?.find(({ channelID }) => channelID === channel.channelID) ?? channel;
  }

  const isFull = (channels?.length ?? 0) >= MAX_TEAM_CHANNELS;
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium">Team channels</h2>
        {!isFull && (
          <Button ref={addButton} onClick={() => setOpen({ dialog: "add" })}>
            <AddIcon className="-ml-1 size-4.5" />
            Add channel
          </Button>
        )}
        <p className="basis-full text-muted text-pretty">
          Tell your own chats, webhooks and mailboxes about incidents and failures.
        </p>
      </div>
      <LoadError load={load} />
      {channels?.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center text-muted">
          No team channels yet
        </p>
      )}
      {channels && channels.length > 0 && (
        <ul aria-label="Team channels" className="divide-y divide-line rounded-lg border border-line">
          {channels.map((channel) => (
            <ChannelRow
              key={channel.channelID}
              channel={channel}
              onEdit={() => setOpen({ dialog: "edit", channel })}
              onDelete={() => setOpen({ dialog: "delete", channel })}
            />
          ))}
        </ul>
      )}
      {isFull && (
        <p className="text-muted">There can be {MAX_TEAM_CHANNELS} channels. Delete one to add another.</p>
      )}
      {open.dialog === "add" && <ChannelDialog onSecret={showSecret} onClose={close} />}
      {open.dialog === "edit" && (
        <ChannelDialog channel={newest(open.channel)} onSecret={showSecret} onClose={close} />
      )}
      {open.dialog === "delete" && <DeleteChannelDialog channel={open.channel} onClose={closeDeletion} />}
      {open.dialog === "secret" && <SecretDialog name={open.name} secret={open.secret} onClose={close} />}
    </section>
  );
}

interface ChannelRowProps {
  channel: ListedChannel;
  onEdit: () => void;
  onDelete: () => void;
}

function ChannelRow({ channel, onEdit, onDelete }: ChannelRowProps) {
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
          <p className="font-medium">
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
