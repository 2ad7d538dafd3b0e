import { Fragment } from "react";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { formatDateTime } from "../times/dates.ts";
import type { AuditRequest } from "./requests.ts";
import { addedUpdates, changedFields, fieldTitle, valueText } from "./texts.ts";

interface ChangesProps {
  id: string;
  request: AuditRequest;
}

/** The values before and after of all that a request changed, and where the Worker's log has it. */
export function Changes({ id, request }: ChangesProps) {
  const [first, ...others] = request;
  const changes = [
    ...changedFields(first).map((field) => toChange(ownTitle(first, field), first, field)),
    ...others.flatMap((entry) =>
      changedFields(entry).map((field) => toChange(othersTitle(entry, field), entry, field)),
    ),
  ].filter(({ before, after }) => before !== "" || after !== "");
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

/** The statuses that a notice names are its own: a component can have another one. */
function ownTitle({ kind }: AuditEntry, field: string): string {
  return isNotice(kind) && field === "components" ? `Affected in this ${kind}` : fieldTitle(field);
}

const isNotice = (kind: AuditEntry["kind"]) => kind === "incident" || kind === "maintenance";

function othersTitle({ itemName, itemID }: AuditEntry, field: string): string {
  const name = itemName || itemID;
  return field === "status" ? name : `${name}: ${fieldTitle(field)}`;
}

function toChange(title: string, entry: AuditEntry, field: string) {
  const [before, after] = shownValues(entry, field);
  return { key: `${entry.seq} ${field}`, title, before: shownText(before), after: shownText(after) };
}

/** The update before an added one is still there, and so are components that both lists have. */
function shownValues(entry: AuditEntry, field: string): [before: unknown, after: unknown] {
  const [before, after] = [entry.before[field], entry.after[field]];
  if (addedUpdates(entry) > 0 && field === "updates") return [undefined, undefined];
  if (addedUpdates(entry) > 0 && field === "message") return [undefined, after];
  if (isNotice(entry.kind) && Array.isArray(before) && Array.isArray(after))
    return [before.filter((each) => !after.includes(each)), after.filter((each) => !before.includes(each))];
  return [before, after];
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
