import { useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import type { Notice } from "../../../../worker/notices/domain.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { fieldClass } from "../../../ui/fields/field.tsx";
import { draftsOf } from "../../drafts/drafts-of.ts";
import { useSession } from "../../session/session.ts";
import { administratorOf } from "../../session/session-state.ts";
import { noticeTexts } from "../texts.ts";

const linkClass = "justify-self-start rounded text-muted underline-offset-4 hover:text-ink hover:underline";

/** Replaces the screens of a notice that was deleted while they were open, with what was typed there. */
export function DeletedNotice({ notice }: { notice: Notice }) {
  const { title, screen } = noticeTexts[notice.kind];
  const texts = unsentTexts(notice, administratorOf(useSession())?.sub);
  return (
    <div className="grid max-w-2xl gap-3">
      <Link href={`/${notice.kind}s`} className={linkClass}>
        <span aria-hidden="true">‹ </span>
        {screen.title}
      </Link>
      <h1 className="text-xl/7 font-semibold tracking-tight [overflow-wrap:anywhere]">
        <bdi>{notice.name}</bdi>
      </h1>
      <p role="alert">
        This {title.toLowerCase()} was deleted, so it can't be changed anymore.
        {texts.length > 0 && " What you typed wasn't saved: copy it from here."}
      </p>
      {texts.map(({ key, label, text }, index) => (
        <UnsentText key={key} label={label} text={text} takesFocus={index === 0} />
      ))}
      <Link href={`/audit?item=${notice.noticeID}`} className={linkClass}>
        History
      </Link>
    </div>
  );
}

interface UnsentTextProps {
  label: string;
  text: string;
  takesFocus: boolean;
}

/** Whoever goes on typing when the screen closes must not press its shortcuts, so the text takes the focus. */
function UnsentText({ label, text, takesFocus }: UnsentTextProps) {
  const id = useId();
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) textarea.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={text} />
      </div>
      <textarea
        ref={textarea}
        id={id}
        readOnly
        rows={2}
        value={text}
        className={`${fieldClass} field-sizing-content max-h-80`}
      />
    </div>
  );
}

const labels = new Map([
  ["name", "Name"],
  ["message", "Message"],
  ["body", "Write-up"],
]);

function unsentTexts({ noticeID, updates }: Notice, administrator = "") {
  const ids = [noticeID, ...updates.map(({ noticeUpdateID }) => noticeUpdateID)];
  return draftsOf(administrator)
    .filter(({ key }) => ids.some((id) => key.endsWith(`/${id}`)))
    .flatMap(({ key, edits }) =>
      Object.entries(edits).flatMap(([field, text]) => {
        const label = labels.get(field);
        return label && typeof text === "string" && text.trim() !== ""
          ? [{ key: `${key}/${field}`, label, text }]
          : [];
      }),
    );
}
