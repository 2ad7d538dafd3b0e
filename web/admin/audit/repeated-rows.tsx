import { useState } from "react";
import { RequestRow, RowLine } from "./request-row.tsx";
import type { AuditRequest } from "./requests.ts";

interface RepeatedRowsProps {
  /** The newest first. All of them have the same sentence. */
  requests: readonly [AuditRequest, ...AuditRequest[]];
  now: number;
}

/** Shows the same act, done several times in a row, as one line that opens to the single ones. */
export function RepeatedRows({ requests, now }: RepeatedRowsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [newest] = requests;
  return (
    <>
      <li className="audit-row">
        <RowLine
          request={newest}
          now={now}
          times={requests.length}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
        />
      </li>
      {isOpen && requests.map((request) => <RequestRow key={request[0].seq} request={request} now={now} />)}
    </>
  );
}
