import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { noticeMailMessages } from "./calls.ts";
import { channelCounts, channelCountsText, totalText } from "./counts-text.ts";

interface SentFiguresProps {
  noticeID: string;
  newestUpdateID: string;
  noticeUpdateID: string;
}

/** Shows how far an update has got, with a line for each channel. It is empty if nobody was notified. */
export function SentFigures({ noticeID, newestUpdateID, noticeUpdateID }: SentFiguresProps) {
  const { data } = useQuery(noticeMailMessages(noticeID, newestUpdateID));
  const message = data?.messages.find((each) => each.noticeUpdateID === noticeUpdateID);
  const counts = message ? channelCounts(message) : [];
  if (counts.length === 0) return null;
  const hasFailed = counts.some(({ failed }) => failed > 0);
  return (
    <details className="text-sm text-muted tabular-nums">
      <summary style={targetStyle} className={`rounded ${hasFailed ? "text-danger-text" : ""}`}>
        <span role="status">{totalText(counts)}</span>
      </summary>
      <ul aria-label="Sent to" className="mt-0.5 grid gap-0.5 pl-4.5">
        {counts.map((each) => (
          <li key={each.channel} className={each.failed > 0 ? "text-danger-text" : ""}>
            {channelCountsText(each)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The target of a finger reaches into the room around the line, which gets no higher. */
const targetStyle: CSSProperties = {
  paddingBlock: "calc(max(20px, var(--target)) / 2 - 10px)",
  marginBlock: "calc(10px - max(20px, var(--target)) / 2)",
};
