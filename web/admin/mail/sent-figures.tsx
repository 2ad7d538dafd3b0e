import { useQuery } from "@tanstack/react-query";
import { noticeMailMessages } from "./calls.ts";
import { channelCounts, channelCountsText } from "./counts-text.ts";

interface SentFiguresProps {
  noticeID: string;
  noticeUpdateID: string;
}

/** Shows how far an update has got, with a line for each channel. It is empty if nobody was notified. */
export function SentFigures({ noticeID, noticeUpdateID }: SentFiguresProps) {
  const { data } = useQuery(noticeMailMessages(noticeID));
  const message = data?.messages.find((each) => each.noticeUpdateID === noticeUpdateID);
  const counts = message ? channelCounts(message) : [];
  if (counts.length === 0) return null;
  return (
    <ul aria-label="Sent to" className="grid gap-0.5 text-sm text-muted tabular-nums">
      {counts.map((each) => (
        <li key={each.channel} className={each.failed > 0 ? "text-danger-text" : ""}>
          {channelCountsText(each)}
        </li>
      ))}
    </ul>
  );
}
