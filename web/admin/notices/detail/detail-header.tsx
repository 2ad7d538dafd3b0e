import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";
import type { Notice } from "../../../../worker/notices/domain.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { formatRange } from "../../times/dates.ts";
import { noticeTimes } from "../form/notice-times.ts";
import { PhaseShape } from "../phase-shape.tsx";
import { noticeTexts } from "../texts.ts";

const AffectedList = lazyPart(
  "affected-list",
  async () => (await import("./affected-list.tsx")).AffectedList,
  <div className="h-8" />,
);
const NameEditor = lazyPart("name-editor", async () => (await import("./name-editor.tsx")).NameEditor);

const DetailActions = lazyPart(
  "detail-actions",
  async () => (await import("./detail-actions.tsx")).DetailActions,
  <div className="h-9" />,
);

interface DetailHeaderProps {
  notice: Notice;
  onEditTimes: () => void;
  onDelete: () => void;
}

export function DetailHeader({ notice, onEditTimes, onDelete }: DetailHeaderProps) {
  const { kind, name, status, startAt, endAt } = notice;
  const [isRenamed, setRenamed] = useState(false);
  const more = useRef<HTMLSpanElement>(null);
  const { when, duration } = noticeTimes(notice);
  // The status says already that it is scheduled.
  const window = startAt !== null && endAt !== null && formatRange(startAt, endAt);

  function closeNameEditor() {
    flushSync(() => setRenamed(false));
    // Whoever went on to the composer during the save keeps the focus there.
    if (document.activeElement === document.body) more.current?.querySelector("button")?.focus();
  }

  return (
    <header className="grid gap-3">
      <div className="grid gap-1">
        <BackToList kind={kind} />
        <h1
          className={
            isRenamed ? "sr-only" : "min-w-0 text-xl/7 font-semibold tracking-tight [overflow-wrap:anywhere]"
          }
        >
          <bdi>{name}</bdi>
        </h1>
        {isRenamed && <NameEditor notice={notice} onClose={closeNameEditor} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PhaseShape status={status} />
        <strong className="font-medium">{status}</strong>
        <span className="text-muted">
          {window || when} · {duration}
        </span>
      </p>
      {notice.components.length > 0 && <AffectedList notice={notice} />}
      <DetailActions
        notice={notice}
        more={more}
        onRename={() => setRenamed(true)}
        onEditTimes={onEditTimes}
        onDelete={onDelete}
      />
    </header>
  );
}

export function BackToList({ kind }: Pick<Notice, "kind">) {
  return (
    <Link
      href={`/${kind}s`}
      className="justify-self-start rounded text-muted underline-offset-4 hover:text-ink hover:underline"
    >
      <span aria-hidden="true">‹ </span>
      {noticeTexts[kind].screen.title}
    </Link>
  );
}
