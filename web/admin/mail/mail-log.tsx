import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import type { ChannelName } from "../../../worker/channels/domain.ts";
import type { MailMessages } from "../../../worker/mail/schema.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { formatDateTime } from "../dates.ts";
import { mailMessages } from "./calls.ts";

type Message = MailMessages["messages"][number];
type Counts = Pick<Message, (typeof states)[number]>;

const states = ["sent", "failed", "waiting", "withdrawn"] as const;

const channelTitles: Record<ChannelName, string> = {
  email: "Email",
  webhook: "Webhooks",
  push: "Browsers",
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
  "google-chat": "Google Chat",
};

const HASH = "#mail-log";

export function MailLog() {
  const load = useQuery(mailMessages);
  const section = useRef<HTMLElement>(null);
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    if (hash === HASH) section.current?.scrollIntoView();
  }, [hash]);
  const { data } = load;
  return (
    <section
      ref={section}
      className="grid scroll-mt-18 gap-3 rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <h2 id="mail-log" className="font-medium">
        Sent email
      </h2>
      <LoadError load={load} />
      {data?.confirmations.warnings.map((warning) => (
        <p key={warning} className="text-danger-text">
          {warning}
        </p>
      ))}
      {data?.messages.length === 0 && <p>No email was sent in the last 90 days.</p>}
      <ul aria-labelledby="mail-log" className="grid gap-3">
        {data?.messages.map((message) => (
          <li key={message.messageID}>
            <p className="font-medium [overflow-wrap:anywhere]">
              <bdi>{message.name}</bdi>
            </p>
            <p className="text-muted">
              {message.status}, {formatDateTime(message.createdAt)}
            </p>
            {hasAny(message) && <p>{countsIn(message)}</p>}
            <Problems problems={message.problems} />
            {message.channels.map(({ channel, ...counts }) => (
              <p key={channel}>
                {channelTitles[channel]}: {countsIn(counts)}
              </p>
            ))}
          </li>
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

function Problems({ problems }: Pick<Message, "problems">) {
  return problems.map(({ words, count }) => (
    <p key={words} className="text-danger-text [overflow-wrap:anywhere]">
      {count === 1 ? "Once" : `${count} times`}: {words}
    </p>
  ));
}

/** Nobody may have subscribed by email. */
function hasAny(message: Message): boolean {
  return message.channels.length === 0 || states.some((state) => message[state] > 0);
}

function countsIn(counts: Counts): string {
  return states
    .filter((state) => state !== "withdrawn" || counts.withdrawn > 0)
    .map((state) => `${counts[state]} ${state}`)
    .join(", ");
}
