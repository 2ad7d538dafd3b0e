import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { MAX_TEAM_CHANNELS } from "../../../worker/notify/team/domain.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { AddIcon } from "../../ui/icons/icons.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { channelList } from "./calls.ts";
import { ChannelRow, type ListedChannel } from "./channel-row.tsx";

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

type Open =
  | { dialog: "none" }
  | { dialog: "add" }
  | { dialog: "edit" | "delete"; channel: ListedChannel }
  | { dialog: "secret"; name: string; secret: string };

export function ChannelsSection({ children }: { children: ReactNode }) {
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
    <Card
      id="team-alerts"
      title="Team alerts"
      sentence="Tell your own chats, webhooks and mailboxes about incidents and failures."
      action={
        !isFull && (
          <Button ref={addButton} onClick={() => setOpen({ dialog: "add" })}>
            <AddIcon className="-ml-1 size-4.5" />
            Add channel
          </Button>
        )
      }
    >
      <LoadError load={load} />
      {!load.isError && !channels?.length && <EmptyList>{channels && "No team channels yet"}</EmptyList>}
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
      {isFull && <FullNote />}
      {children}
      {open.dialog === "add" && <ChannelDialog onSecret={showSecret} onClose={close} />}
      {open.dialog === "edit" && (
        <ChannelDialog channel={newest(open.channel)} onSecret={showSecret} onClose={close} />
      )}
      {open.dialog === "delete" && <DeleteChannelDialog channel={open.channel} onClose={closeDeletion} />}
      {open.dialog === "secret" && <SecretDialog name={open.name} secret={open.secret} onClose={close} />}
    </Card>
  );
}

function FullNote() {
  return <p className="text-muted">There can be {MAX_TEAM_CHANNELS} channels. Delete one to add another.</p>;
}
