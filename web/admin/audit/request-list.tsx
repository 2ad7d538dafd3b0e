import { useId } from "react";
import { useNow } from "../times/now.ts";
import { dayTitle } from "./days.ts";
import { RepeatedRows } from "./repeated-rows.tsx";
import { RequestRow } from "./request-row.tsx";
import { type AuditRequest, groupRepeated } from "./requests.ts";
import { sentenceText, toSentence } from "./sentences.ts";

interface RequestListProps {
  requests: AuditRequest[];
  busy: boolean;
}

/** A heading for each day, with what was done on it. */
export function RequestList({ requests, busy }: RequestListProps) {
  const now = useNow();
  const days = Map.groupBy(requests, ([{ at }]) => dayTitle(at, now));
  return (
    <section
      aria-label="Entries"
      aria-busy={busy}
      className={`audit-days transition-opacity ${busy ? "opacity-50" : ""}`}
    >
      {[...days].map(([title, ofDay]) => (
        <Day key={title} title={title} requests={ofDay} now={now} />
      ))}
    </section>
  );
}

const requestText = (request: AuditRequest) => sentenceText(toSentence(request));

interface DayProps {
  title: string;
  requests: AuditRequest[];
  now: number;
}

function Day({ title, requests, now }: DayProps) {
  const id = useId();
  return (
    <div>
      <h2 id={id}>{title}</h2>
      <ul
        aria-labelledby={id}
        className="@container divide-y divide-line rounded-xl border border-line bg-surface shadow-card"
      >
        {groupRepeated(requests, requestText).map((run) => {
          const [newest, ...others] = run;
          const [{ seq }] = others.at(-1) ?? newest;
          return others.length === 0 ? (
            <RequestRow key={seq} request={newest} now={now} />
          ) : (
            <RepeatedRows key={seq} requests={run} now={now} />
          );
        })}
      </ul>
    </div>
  );
}
