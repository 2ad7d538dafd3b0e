import { useQuery } from "@tanstack/react-query";
import type { MailMessages } from "../../../worker/mail/schema.ts";
import { ErrorArea } from "../../ui/error-area.tsx";
import { formatDateTime } from "../dates.ts";
import { mailMessages } from "./calls.ts";

type Message = MailMessages["messages"][number];
type Counts = Pick<Message, (typeof states)[number]>;

const states = ["sent", "failed", "waiting", "withdrawn"] as const;

/** What became of each message, with the words of the service where it did not take it. */
export function MailLog() {
  const { data, error } = useQuery(mailMessages);
  return (
    <section aria-labelledby="mail-log" className="rounded-xl border border-line bg-surface shadow-card">
      <h2 id="mail-log" className="px-5 pt-4 pb-3 font-semibold">
        Sent mail
      </h2>
      <ErrorArea error={error} />
      {data?.messages.length === 0 && (
        <p className="px-5 pb-4 text-muted">Nothing has been told by mail in the last 90 days.</p>
      )}
      <ul aria-labelledby="mail-log" className="divide-y divide-line border-line">
        {data?.messages.map((message) => (
          <li key={message.messageID} className="px-5 py-3">
            <p className="font-medium [overflow-wrap:anywhere]">{message.name}</p>
            <p className="text-muted">
              {message.status}, {formatDateTime(message.createdAt)}
            </p>
            <p>{countsIn(message)}</p>
            <Problems problems={message.problems} />
          </li>
        ))}
      </ul>
      {data && (
        <p className="border-t border-line px-5 py-3 text-muted">
          Confirmations of subscriptions: {countsIn(data.confirmations)}
        </p>
      )}
    </section>
  );
}

function Problems({ problems }: Pick<Message, "problems">) {
  return problems.map(({ words, count }) => (
    <p key={words} className="text-danger-text [overflow-wrap:anywhere]">
      {count.toLocaleString("en")} times: {words}
    </p>
  ));
}

/** `9,998 sent, 2 failed, 0 waiting`; what was withdrawn only where there is any. */
function countsIn(counts: Counts): string {
  return states
    .filter((state) => state !== "withdrawn" || counts.withdrawn > 0)
    .map((state) => `${counts[state].toLocaleString("en")} ${state}`)
    .join(", ");
}
