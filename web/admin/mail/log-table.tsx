import { adoptStyles } from "../../ui/adopt-styles.ts";
import records from "../lists/records.css?inline";
import { formatDateTime } from "../times/dates.ts";

export interface LogRow {
  key: string;
  name: string;
  /** Such as the status of the incident. */
  detail: string;
  createdAt: string;
  outcomes: readonly { text: string; isFailed: boolean }[];
  problems: readonly string[];
}

adoptStyles(records);

/** Failures are first, because they are what someone looks for. */
export function LogTable({ rows }: { rows: readonly LogRow[] }) {
  const sorted = rows.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  return (
    <div className="@container">
      <table aria-label="Delivery log" className="records">
        <thead>
          <tr>
            <th>What</th>
            <th>When</th>
            <th>Sent</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isFailed({ outcomes }: LogRow): boolean {
  return outcomes.some((outcome) => outcome.isFailed);
}

function Row({ row: { name, detail, createdAt, outcomes, problems } }: { row: LogRow }) {
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <bdi className="font-medium">{name}</bdi>
        {detail && <span className="whitespace-nowrap text-muted"> · {detail}</span>}
        {problems.map((problem) => (
          <p key={problem} className="text-danger-text">
            {problem}
          </p>
        ))}
      </td>
      <td className="whitespace-nowrap text-muted">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </td>
      <td>
        <ul className="flex flex-wrap gap-x-3 tabular-nums">
          {outcomes.map((outcome) => (
            <li
              key={outcome.text}
              className={`whitespace-nowrap ${outcome.isFailed ? "font-medium text-danger-text" : ""}`}
            >
              {outcome.text}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
