import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { type ChannelName, channelTitles } from "../../../worker/notify/chat/domain.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { channelList } from "../channels/calls.ts";
import { formatDateTime } from "../times/dates.ts";
import { mailMessages } from "./calls.ts";
import { ChannelLog } from "./channel-log.tsx";
import { type Counts, channelCounts, type Message, states } from "./counts-text.ts";

const HASH = "#mail-log";

export function MailLog() {
  const load = useQuery(mailMessages);
  const section = useRef<HTMLElement>(null);
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    if (hash === HASH) section.current?.scrollIntoView();
  }, [hash]);
  const { data } = load;
  const { data: teamChannels = [] } = useQuery(channelList);
  const [filter, setFilter] = useState<string>(ALL);
  const kinds = [...new Set(data?.messages.flatMap(channelCounts).map(({ channel }) => channel))];
  const isTeam = teamChannels.some(({ channelID }) => channelID === filter);
  const messages = data && filterMessages(data.messages, filter);
  const choices = [ALL, ...kinds, ...teamChannels.map(({ channelID }) => channelID)];
  return (
    <section
      ref={section}
      className="grid scroll-mt-18 gap-3 rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="mail-log" className="font-medium">
          Sent email
        </h2>
        {choices.length > 2 && (
          <SelectField
            label="Channel"
            labelHidden
            value={filter}
            choices={choices}
            nameOf={(choice) => channelLabel(choice, teamChannels)}
            onChange={setFilter}
          />
        )}
      </div>
      <LoadError load={load} />
      {data?.confirmations.warnings.map((warning) => (
        <p key={warning} className="text-danger-text">
          {warning}
        </p>
      ))}
      {isTeam && <ChannelLog channelID={filter} />}
      {!isTeam && messages?.length === 0 && <p>No email was sent in the last 90 days.</p>}
      <ul aria-labelledby="mail-log" hidden={isTeam} className="grid gap-3 [[hidden]]:hidden">
        {messages?.map((message) => (
          <MessageRow
            key={message.messageID}
            message={message}
            showsProblems={filter === ALL || filter === "email"}
          />
        ))}
      </ul>
      {data && (
        <div>
          <p className="text-muted">Confirmation emails in the last 7 days: {countsIn(data.confirmations)}</p>
          <Problems problems={data.confirmations.problems} />
        </div>
      )}
    </section>
  );
}

const ALL = "All channels";

/** Leaves each message with the counts of the chosen channel. */
function filterMessages(messages: readonly Message[], filter: string) {
  return messages
    .map((message) => ({
      ...message,
      counts: channelCounts(message).filter(({ channel }) => filter === ALL || channel === filter),
    }))
    .filter(({ counts }) => filter === ALL || counts.length > 0);
}

interface MessageRowProps {
  message: ReturnType<typeof filterMessages>[number];
  showsProblems: boolean;
}

function MessageRow({ message, showsProblems }: MessageRowProps) {
  return (
    <li>
      <p className="font-medium [overflow-wrap:anywhere]">
        <bdi>{message.name}</bdi>
      </p>
      <p className="text-muted">
        {message.status}, {formatDateTime(message.createdAt)}
      </p>
      {showsProblems && <Problems problems={message.problems} />}
      {message.counts.map((counts) => (
        <p key={counts.channel}>
          {counts.channel !== "email" && `${channelTitles[counts.channel].title}: `}
          {countsIn(counts)}
        </p>
      ))}
    </li>
  );
}

function channelLabel(choice: string, teamChannels: { channelID: string; name: string }[]): string {
  if (isChannelName(choice)) return channelTitles[choice].title;
  return teamChannels.find(({ channelID }) => channelID === choice)?.name ?? choice;
}

function isChannelName(choice: string): choice is ChannelName {
  return choice in channelTitles;
}

function Problems({ problems }: Pick<Message, "problems">) {
  return problems.map(({ error, count }) => (
    <p key={error} className="text-danger-text [overflow-wrap:anywhere]">
      {count === 1 ? "Once" : `${count} times`}: {error}
    </p>
  ));
}

function countsIn(counts: Counts): string {
  return states
    .filter((state) => state !== "withdrawn" || counts.withdrawn > 0)
    .map((state) => `${counts[state]} ${state}`)
    .join(", ");
}
