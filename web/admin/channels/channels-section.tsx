import { useQuery } from "@tanstack/react-query";
import { type Ref, useRef, useState } from "react";
import { MAX_TEAM_CHANNELS } from "../../../worker/notify/team/domain.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
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
      <Header ref={addButton} isFull={isFull} onAdd={() => setOpen({ dialog: "add" })} />
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

interface HeaderProps {
  ref: Ref<HTMLButtonElement>;
  isFull: boolean;
  onAdd: () => void;
}

function Header({ ref, isFull, onAdd }: HeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 className="font-medium">Team channels</h2>
      {!isFull && (
        <Button ref={ref} onClick={onAdd}>
          <AddIcon className="-ml-1 size-4.5" />
          Add channel
        </Button>
      )}
      <p className="basis-full text-muted text-pretty">
        Tell your own chats, webhooks and mailboxes about incidents and failures.
      </p>
    </div>
  );
}
