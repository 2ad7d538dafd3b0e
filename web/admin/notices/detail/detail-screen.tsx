import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useRef, useState } from "react";
import type { Notice, NoticeKind, NoticeUpdate } from "../../../../worker/notices/domain.ts";
import { lazyDialog } from "../../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { isNotFound } from "../../api/error-status.ts";
import { ScreenPlaceholder } from "../../screen-placeholder.tsx";
import { noticeItem } from "../calls.ts";
import { NoticeLoadError } from "../notice-load-error.tsx";
import { noticeTexts } from "../texts.ts";
import type { DetailDialog } from "./detail-dialogs.tsx";
import { BackToList, DetailHeader } from "./detail-header.tsx";
import { MovingEditor, useMovingEditor } from "./moving-editor.tsx";
import { TimelineUpdate } from "./timeline-update.tsx";

const DetailDialogs = lazyDialog(
  "detail-dialogs",
  async () => (await import("./detail-dialogs.tsx")).DetailDialogs,
);
const UpdateEditor = lazyPart(
  "update-editor",
  async () => (await import("./update-editor.tsx")).UpdateEditor,
);
const DeletedNotice = lazyPart(
  "deleted-notice",
  async () => (await import("./deleted-notice.tsx")).DeletedNotice,
);
const Composer = lazyPart("composer", async () => (await import("./composer.tsx")).Composer);

interface DetailScreenProps {
  noticeID: string;
}

export const IncidentScreen = (props: DetailScreenProps) => <DetailScreen kind="incident" {...props} />;
export const MaintenanceScreen = (props: DetailScreenProps) => <DetailScreen kind="maintenance" {...props} />;

function DetailScreen({ kind, noticeID }: DetailScreenProps & { kind: NoticeKind }) {
  const load = useQuery(noticeItem(kind, noticeID));
  const { data: notice, errorUpdateCount } = load;
  if (notice && isNotFound(load.error)) return <DeletedNotice notice={notice} />;
  if (notice)
    return (
      <>
        <NoticeLoadError load={load} />
        <NoticeDetail key={noticeID} notice={notice} />
      </>
    );
  // An error stays while the load is retried.
  if (errorUpdateCount === 0) return <ScreenPlaceholder />;
  return (
    <div className="grid gap-3">
      <BackToList kind={kind} />
      <h1 className="text-xl/7 font-semibold tracking-tight">{noticeTexts[kind].title}</h1>
      <NoticeLoadError load={load} />
    </div>
  );
}

function NoticeDetail({ notice }: { notice: Notice }) {
  const [open, setOpen] = useState<DetailDialog>();
  const newest = useRef<HTMLElement>(null);
  const [newestUpdate, ...earlierUpdates] = notice.updates;
  const editor = useMovingEditor(notice.updates);

  const timelineUpdate = (update: NoticeUpdate) => (
    <TimelineUpdate
      key={update.noticeUpdateID}
      notice={notice}
      update={update}
      editor={update === editor.edited ? editor.host : undefined}
      onEdit={() => editor.open(update.noticeUpdateID)}
      onDelete={() => setOpen({ dialog: "deleteUpdate", update })}
    />
  );

  return (
    <>
      {/* The form is between the newest update and the earlier ones on a phone, and beside all of them where there is room. */}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        <DetailHeader
          notice={notice}
          onEditTimes={() => setOpen({ dialog: "editTimes" })}
          onDelete={() => setOpen({ dialog: "delete" })}
        />
        <NewestUpdate ref={newest}>{newestUpdate && timelineUpdate(newestUpdate)}</NewestUpdate>
        <div className="composer-slot lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <Composer notice={notice} onPosted={() => newest.current && showNewest(newest.current)} />
        </div>
        {earlierUpdates.length > 0 && <EarlierUpdates>{earlierUpdates.map(timelineUpdate)}</EarlierUpdates>}
      </div>
      {editor.edited && (
        <MovingEditor host={editor.host}>
          <UpdateEditor
            key={editor.edited.noticeUpdateID}
            kind={notice.kind}
            update={editor.edited}
            onClose={editor.close}
          />
        </MovingEditor>
      )}
      {open && (
        <DetailDialogs
          notice={notice}
          open={open}
          onUpdateDeleted={() => newest.current?.focus()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** On a phone, it is at the top, so that the toast about it covers nothing that belongs to it. */
function showNewest(update: HTMLElement): void {
  update.focus();
  if (matchMedia("(width < 64rem)").matches) update.scrollIntoView();
}

function NewestUpdate({ ref, children }: { ref: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="updates"
      className="scroll-mt-18 rounded-xl outline-none"
    >
      <h2 id="updates" className="mb-2 font-medium">
        Previous Updates
      </h2>
      <ol className="rounded-xl border border-line bg-surface shadow-card">{children}</ol>
    </section>
  );
}

function EarlierUpdates({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="more-updates">
      <h2 id="more-updates" className="mb-2 font-medium lg:sr-only">
        Earlier Updates
      </h2>
      <ol className="divide-y divide-line rounded-xl border border-line bg-surface shadow-card">
        {children}
      </ol>
    </section>
  );
}
