import { useId } from "react";
import { useNow } from "../times/now.ts";
import { dayTitle } from "./days.ts";
import { RequestRow } from "./request-row.tsx";
import type { AuditRequest } from "./requests.ts";

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
        {requests.map((request) => (
          <RequestRow key={request[0].seq} request={request} now={now} />
        ))}
      </ul>
    </div>
  );
}
