import { Link } from "wouter";
import type { AuditEntry } from "../../../worker/audit/schema.ts";
import { formatDateTime } from "../dates.ts";
import { actorText, fieldTitle, pathOfItem, titleOf, valueText } from "./texts.ts";

/** Longer changes are opened by whoever wants to read them. */
const MAX_OPEN_CHARACTERS = 300;
const MAX_LISTED_FIELDS = 4;

export function EntryRow({ entry }: { entry: AuditEntry }) {
  const { actor, at, itemName, before, after, action, requestID } = entry;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const path = pathOfItem(entry);
  const isShort = JSON.stringify([before, after]).length <= MAX_OPEN_CHARACTERS;
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted">{titleOf(entry)}</span>{" "}
        <strong className="font-medium">
          {path === undefined ? (
            <bdi>{itemName}</bdi>
          ) : (
            <Link href={path} className="text-accent-text underline underline-offset-4">
              <bdi>{itemName}</bdi>
            </Link>
          )}
        </strong>
      </p>
      <p className="text-muted [overflow-wrap:anywhere]">
        <bdi>{actorText(actor)}</bdi>, <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {fields.length > 0 && (
        <details open={action === "changed" && isShort}>
          <summary className="w-fit cursor-pointer rounded py-1 text-muted hover:text-ink">
            {summaryOf(fields)}
          </summary>
          <dl className="mt-1 grid gap-2">
            {fields.map((field) => (
              <div key={field}>
                <dt className="text-muted">{fieldTitle(field)}</dt>
                <dd className="grid min-w-0 gap-0.5 whitespace-pre-line [overflow-wrap:anywhere]">
                  {shownText(before[field]) !== "" && (
                    <Value of="Before" mark="−" look="text-muted">
                      {shownText(before[field])}
                    </Value>
                  )}
                  {shownText(after[field]) !== "" && (
                    <Value of="After" mark="+" look="text-ink">
                      {shownText(after[field])}
                    </Value>
                  )}
                </dd>
              </div>
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

/** Times are shown in the browser's zone. */
function shownText(value: unknown): string {
  const text = valueText(value);
  return /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/.test(text) ? formatDateTime(text) : text;
}

function summaryOf(fields: string[]): string {
  const names = fields.slice(0, MAX_LISTED_FIELDS).map(fieldTitle).join(", ");
  return fields.length > MAX_LISTED_FIELDS ? `${names}, ${fields.length - MAX_LISTED_FIELDS} more` : names;
}

interface ValueProps {
  of: string;
  mark: string;
  look: string;
  children: string;
}

function Value({ of, mark, look, children }: ValueProps) {
  return (
    <span className={`flex gap-2 ${look}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="min-w-0">
        <span className="sr-only">{of}: </span>
        <bdi>{children}</bdi>
      </span>
    </span>
  );
}
