import { Link } from "wouter";
import { hasRecordedFields } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { formatDateTime } from "../times/dates.ts";
import { type AuditRequest, othersText } from "./requests.ts";
import { actorText, entryTitle, fieldTitle, itemPath, valueText } from "./texts.ts";

/** Longer changes are opened by whoever wants to read them. */
const MAX_OPEN_CHARACTERS = 300;
const MAX_LISTED_FIELDS = 4;

export function RequestRow({ request }: { request: AuditRequest }) {
  const [entry, ...components] = request;
  const { actor, at, itemID, itemName, action, requestID } = entry;
  const name = itemName || itemID;
  const path = itemPath(entry);
  const changes = [
    ...changedFields(entry).map((field) => toChange(fieldTitle(field), entry, field)),
    ...components.flatMap((each) => changedFields(each).map((field) => toChange(each.itemName, each, field))),
  ];
  const isShort = JSON.stringify(changes).length <= MAX_OPEN_CHARACTERS;
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted">{entryTitle(entry)}</span>{" "}
        <strong className="font-medium">
          {path === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <Link href={path} className="text-accent-text underline underline-offset-4">
              <bdi>{name}</bdi>
            </Link>
          )}
        </strong>{" "}
        <span className="text-muted">{othersText(request)}</span>
      </p>
      <p className="text-muted [overflow-wrap:anywhere]">
        <bdi>{actorText(actor)}</bdi>, <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {!request.every(hasRecordedFields) && (
        <p className="text-muted">The changed fields were not recorded.</p>
      )}
      {changes.length > 0 && (
        <details open={action === "changed" && isShort}>
          <summary className="w-fit cursor-pointer rounded py-1 text-muted hover:text-ink">
            {summaryText(changes.map(({ title }) => title))}
          </summary>
          <dl className="mt-1 grid gap-2">
            {changes.map((change) => (
              <FieldChange key={change.key} change={change} />
            ))}
            {requestID !== "" && (
              <div>
                <dt className="text-muted">Request</dt>
                <dd className="text-muted [overflow-wrap:anywhere]">{requestID}</dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </li>
  );
}

function changedFields({ before, after }: AuditEntry): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

function toChange(title: string, { seq, before, after }: AuditEntry, field: string) {
  return { key: `${seq} ${field}`, title, before: shownText(before[field]), after: shownText(after[field]) };
}

/** Times are shown in the browser's zone. */
function shownText(value: unknown): string {
  const text = valueText(value);
  return /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/.test(text) ? formatDateTime(text) : text;
}

function summaryText(titles: string[]): string {
  const names = titles.slice(0, MAX_LISTED_FIELDS).join(", ");
  return titles.length > MAX_LISTED_FIELDS ? `${names}, ${titles.length - MAX_LISTED_FIELDS} more` : names;
}

function FieldChange({ change: { title, before, after } }: { change: ReturnType<typeof toChange> }) {
  return (
    <div>
      <dt className="text-muted">
        <bdi>{title}</bdi>
      </dt>
      <dd className="grid min-w-0 gap-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
        {before !== "" && (
          <Value of="Before" mark="−" className="text-muted">
            {before}
          </Value>
        )}
        {after !== "" && (
          <Value of="After" mark="+" className="text-ink">
            {after}
          </Value>
        )}
      </dd>
    </div>
  );
}

interface ValueProps {
  of: string;
  mark: string;
  className: string;
  children: string;
}

function Value({ of, mark, className, children }: ValueProps) {
  return (
    <span className={`flex gap-2 ${className}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="min-w-0">
        <span className="sr-only">{of}: </span>
        <bdi>{children}</bdi>
      </span>
    </span>
  );
}
