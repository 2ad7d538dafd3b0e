import { Fragment } from "react";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { formatDateTime } from "../times/dates.ts";
import type { AuditRequest } from "./requests.ts";
import { changedFields, fieldTitle, valueText } from "./texts.ts";

interface ChangesProps {
  id: string;
  request: AuditRequest;
}

/** The values before and after of all that a request changed, and where the Worker's log has it. */
export function Changes({ id, request }: ChangesProps) {
  const [first, ...others] = request;
  const changes = [
    ...changedFields(first).map((field) => toChange(fieldTitle(field), first, field)),
    ...others.flatMap((entry) =>
      changedFields(entry).map((field) => toChange(othersTitle(entry, field), entry, field)),
    ),
  ];
  return (
    <dl id={id} className="audit-changes">
      {changes.map(({ key, title, before, after }) => (
        <Fragment key={key}>
          <dt className="text-muted [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </dt>
          <dd>
            {before !== "" && <Value of="Before" mark="−" className="before" text={before} />}
            {after !== "" && <Value of="After" mark="+" className="after" text={after} />}
          </dd>
        </Fragment>
      ))}
      <dt className="text-muted">Time</dt>
      <dd>{formatDateTime(first.at)}</dd>
      {first.requestID !== "" && (
        <>
          <dt className="text-muted">Request</dt>
          <dd className="font-mono">{first.requestID}</dd>
        </>
      )}
    </dl>
  );
}

function othersTitle({ itemName, itemID }: AuditEntry, field: string): string {
  const name = itemName || itemID;
  return field === "status" ? name : `${name}: ${fieldTitle(field)}`;
}

function toChange(title: string, { seq, before, after }: AuditEntry, field: string) {
  return { key: `${seq} ${field}`, title, before: shownText(before[field]), after: shownText(after[field]) };
}

/** Times are shown in the browser's zone. */
function shownText(value: unknown): string {
  const text = valueText(value);
  return /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/.test(text) ? formatDateTime(text) : text;
}

interface ValueProps {
  of: string;
  mark: string;
  className: string;
  text: string;
}

function Value({ of, mark, className, text }: ValueProps) {
  return (
    <span className={className}>
      <span aria-hidden="true">{mark}</span>
      <span>
        <span className="sr-only">{of}: </span>
        <bdi>{text}</bdi>
      </span>
    </span>
  );
}
