import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChannelName, channelTitles } from "../../../worker/notify/chat/domain.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { channelList } from "../channels/calls.ts";
import { mailMessages } from "./calls.ts";
import { ChannelLog } from "./channel-log.tsx";
import { channelCounts, countsText, type Message, shortCountsText } from "./counts-text.ts";
import { type LogRow, LogTable } from "./log-table.tsx";

export function MailLog() {
  const load = useQuery(mailMessages);
  const { data } = load;
  const { data: teamChannels = [] } = useQuery(channelList);
  const [filter, setFilter] = useState<string>(ALL);
  const kinds = [...new Set(data?.messages.flatMap(channelCounts).map(({ channel }) => channel))];
  const isTeam = teamChannels.some(({ channelID }) => channelID === filter);
  const rows = data && toRows(data.messages, filter);
  const choices = [ALL, ...kinds, ...teamChannels.map(({ channelID }) => channelID)];
  return (
    <Card
      id="mail-log"
      title="Delivery log"
      sentence="What was sent in the last 90 days, failures first."
      action={
        choices.length > 2 && (
          <SelectField
            label="Channel"
            labelHidden
            value={filter}
            choices={choices}
            nameOf={(choice) => channelLabel(choice, teamChannels)}
            onChange={setFilter}
          />
        )
      }
    >
      <LoadError load={load} />
      {data?.confirmations.warnings.map((warning) => (
        <p key={warning} className="text-danger-text">
          {warning}
        </p>
      ))}
      {isTeam ? <ChannelLog channelID={filter} /> : rows && <Rows rows={rows} />}
      {data && (
        <div className="text-muted">
          <p>Confirmation emails in the last 7 days: {countsText(data.confirmations)}</p>
          {problemTexts(data.confirmations.problems).map((problem) => (
            <p key={problem} className="text-danger-text [overflow-wrap:anywhere]">
              {problem}
            </p>
          ))}
        </div>
      )}
    </Card>
  );
}

const ALL = "All channels";

function Rows({ rows }: { rows: LogRow[] }) {
  return rows.length === 0 ? (
    <EmptyList>Nothing was sent in the last 90 days.</EmptyList>
  ) : (
    <LogTable rows={rows} />
  );
}

/** Each message has the counts of the chosen channel. */
function toRows(messages: readonly Message[], filter: string): LogRow[] {
  return messages.flatMap((message) => {
    const counts = channelCounts(message).filter(({ channel }) => filter === ALL || channel === filter);
    if (filter !== ALL && counts.length === 0) return [];
    const { messageID: key, name, status: detail, createdAt, problems } = message;
    return {
      key,
      name,
      detail,
      createdAt,
      outcomes: counts.map((each) => ({ text: shortCountsText(each), isFailed: each.failed > 0 })),
      problems: filter === ALL || filter === "email" ? problemTexts(problems) : [],
    };
  });
}

function channelLabel(choice: string, teamChannels: { channelID: string; name: string }[]): string {
  if (isChannelName(choice)) return channelTitles[choice].title;
  return teamChannels.find(({ channelID }) => channelID === choice)?.name ?? choice;
}

function isChannelName(choice: string): choice is ChannelName {
  return choice in channelTitles;
}

function problemTexts(problems: Message["problems"]): string[] {
  return problems.map(({ error, count }) => `${count === 1 ? "Once" : `${count} times`}: ${error}`);
}
