import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation } from "wouter";
import { type Notice, noticePath } from "../../../../worker/notices/domain.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../../ui/icons/icons.tsx";
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

const DetailLinks = lazyPart(
  "detail-links",
  async () => (await import("./detail-links.tsx")).DetailLinks,
  <div className="h-9" />,
);

interface DetailHeaderProps {
  notice: Notice;
  onEdit: () => void;
  onDelete: () => void;
}

export function DetailHeader({ notice, onEdit, onDelete }: DetailHeaderProps) {
  const { kind, name, status, startAt, endAt } = notice;
  const [, navigate] = useLocation();
  const { when, duration } = noticeTimes(notice);
  // The status says already that it is scheduled.
  const window = startAt !== null && endAt !== null && formatRange(startAt, endAt);
  return (
    <header className="mb-5 grid gap-3">
      <div>
        <div className="flex items-center justify-between gap-3">
          <BackToList kind={kind} />
          <div className="-mr-2 flex shrink-0 items-center gap-1">
            {status === "Scheduled" && (
              <Button
                onClick={() => navigate(`${noticePath(notice)}?status=In+Progress#update`, { replace: true })}
              >
                Start now
              </Button>
            )}
            <Button aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
              <DeleteIcon />
            </IconButton>
          </div>
        </div>
        <Name notice={notice} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PhaseShape status={status} />
        <strong className="font-medium">{status}</strong>
        <span className="text-muted">
          {window || when} · {duration}
        </span>
      </p>
      {notice.components.length > 0 && <AffectedList notice={notice} />}
      <DetailLinks notice={notice} />
    </header>
  );
}

function Name({ notice }: { notice: Notice }) {
  const [isEdited, setEdited] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const { name } = notice;

  function close() {
    flushSync(() => setEdited(false));
    // Whoever went on to the composer during the save keeps the focus there.
    if (document.activeElement === document.body) renameButton.current?.focus();
  }

  return (
    <>
      <div className={isEdited ? "sr-only" : "flex items-start gap-1 pt-1"}>
        <h1 className="min-w-0 py-1 text-xl/7 font-semibold tracking-tight [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h1>
        {!isEdited && (
          <IconButton
            ref={renameButton}
            tip="Rename"
            label={`Rename ${name}`}
            onClick={() => setEdited(true)}
          >
            <EditIcon />
          </IconButton>
        )}
      </div>
      {isEdited && <NameEditor notice={notice} onClose={close} />}
    </>
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
