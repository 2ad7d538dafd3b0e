import { useId, useState } from "react";
import { Link } from "wouter";
import { hasRecordedFields } from "../../../worker/writes/audit/domain.ts";
import { IconButton } from "../../ui/button.tsx";
import { FoldIcon } from "../../ui/icons/fold-icon.tsx";
import { formatDateTime } from "../times/dates.ts";
import { Changes } from "./changes.tsx";
import { timeText } from "./days.ts";
import type { AuditRequest } from "./requests.ts";
import { type Sentence, sentenceText, toSentence } from "./sentences.ts";
import { itemPath } from "./texts.ts";

interface RequestRowProps {
  request: AuditRequest;
  now: number;
}

/** Shows a request as one line. Its changes are rendered only on demand, because a page has many rows. */
export function RequestRow({ request, now }: RequestRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li className="audit-row">
      <RowLine
        request={request}
        now={now}
        isOpen={isOpen}
        detailsID={isOpen ? id : undefined}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen && <Changes id={id} request={request} />}
    </li>
  );
}

interface RowLineProps extends RequestRowProps {
  /** This many requests in a row say the same. */
  times?: number;
  isOpen: boolean;
  detailsID?: string | undefined;
  onToggle: () => void;
}

export function RowLine({ request, now, times = 1, isOpen, detailsID, onToggle }: RowLineProps) {
  const [entry] = request;
  const sentence = toSentence(request);
  const count = times > 1 ? `${times} times` : "";
  return (
    <>
      <IconButton
        tip={count ? "Show each" : "Details"}
        label={count ? `Show each, ${sentenceText(sentence)} ${count}` : `Details, ${sentenceText(sentence)}`}
        aria-expanded={isOpen}
        aria-controls={detailsID}
        onClick={onToggle}
      >
        <FoldIcon isOpen={isOpen} />
      </IconButton>
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
      >
        {entry.actor.kind === "schedule" ? "↻" : [...(entry.actor.name || entry.actor.id)][0]}
      </span>
      <p className={`[overflow-wrap:anywhere] ${entry.action === "found" ? "text-muted" : ""}`}>
        <SentenceLine sentence={sentence} path={itemPath(entry)} />
        {count && <span className="text-muted">{count}</span>}
        {!count && !request.every(hasRecordedFields) && (
          <span className="block text-muted">The changed fields were not recorded.</span>
        )}
      </p>
      <time dateTime={entry.at} title={formatDateTime(entry.at)} className="text-muted tabular-nums">
        {timeText(entry.at, now)}
      </time>
    </>
  );
}

interface SentenceLineProps {
  sentence: Sentence;
  path: string | undefined;
}

function SentenceLine({ sentence: { actor, verb, name, rest }, path }: SentenceLineProps) {
  const item = <bdi>{name}</bdi>;
  return (
    <>
      <bdi>{actor}</bdi> <span className="text-muted">{verb}</span>{" "}
      {path === undefined ? (
        <strong className="font-semibold">{item}</strong>
      ) : (
        <Link href={path} className="rounded font-semibold underline-offset-4 hover:underline">
          {item}
        </Link>
      )}{" "}
      <span className="text-muted">{rest}</span>
    </>
  );
}
