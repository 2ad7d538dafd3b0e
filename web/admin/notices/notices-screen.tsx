import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Notice, NoticeKind } from "../../../worker/notices/domain.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart, optionalPart } from "../../ui/lazy-part.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { OlderButton } from "../lists/older-button.tsx";
import { overviewQuery } from "../overview/calls.ts";
import { useScreenPath } from "../sign-in/screen-path.ts";
import { noticeList } from "./calls.ts";
import { everything, isNarrowed, type NoticeFilter, useNoticeFilter } from "./notice-filter.ts";
import { NoticeRow } from "./notice-row.tsx";
import { noticeTexts } from "./texts.ts";

/** The placeholder is as high as the bar, so that the list doesn't jump. */
const NoticeFilterBar = lazyPart(
  "notice-filter-bar",
  async () => (await import("./notice-filter-bar.tsx")).NoticeFilterBar,
  <div className="h-25 @max-sm:h-37" />,
);
const ProposalList = optionalPart(
  "proposal-list",
  async () => (await import("./proposals/proposal-list.tsx")).ProposalList,
);
const NoticeDialog = lazyDialog(
  "notice-dialog",
  async () => (await import("./form/notice-dialog.tsx")).NoticeDialog,
);
const NewNoticeDialog = lazyDialog(
  "new-notice-dialog",
  async () => (await import("./form/new-notice-dialog.tsx")).NewNoticeDialog,
);
const DeleteNoticeDialog = lazyDialog(
  "delete-notice",
  async () => (await import("./delete-notice-dialog.tsx")).DeleteNoticeDialog,
);

type Open = { dialog: "none" } | { dialog: "add" } | { dialog: "update" | "delete"; notice: Notice };

export const IncidentsScreen = () => <NoticesScreen kind="incident" />;
export const MaintenancesScreen = () => <NoticesScreen kind="maintenance" />;

function NoticesScreen({ kind }: { kind: NoticeKind }) {
  const filtering = useNoticeFilter(kind);
  const { filter, narrow } = filtering;
  const list = useInfiniteQuery({ ...noticeList(kind, filter), placeholderData: keepPreviousData });
  const notices = list.data?.pages.flatMap((page) => page.notices);
  const { data: overview } = useQuery(overviewQuery);
  const [, navigate] = useLocation();
  const isNew = useScreenPath().endsWith("/new");
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => {
    setOpen({ dialog: "none" });
    if (isNew) navigate(`/${kind}s`, { replace: true });
  };
  const { empty, ...texts } = noticeTexts[kind].screen;

  /** The notice that the list has now, which changes while its dialog is open. */
  function newest(notice: Notice): Notice {
    return notices?.find(({ noticeID }) => noticeID === notice.noticeID) ?? notice;
  }

  return (
    <>
      <ListScreen
        title={texts.title}
        explanation={texts.explanation}
        load={list}
        count={notices?.length}
        filter={
          <>
            {kind === "incident" && overview && overview.proposals.length > 0 && <ProposalList />}
            <NoticeFilterBar kind={kind} {...filtering} />
          </>
        }
        empty={
          isNarrowed(filter) || filter.show !== "all" ? noMatches(filter, () => narrow(everything)) : empty
        }
        onAdd={() => setOpen({ dialog: "add" })}
        isAddSecond={kind === "incident"}
        addDraft={`${kind}/`}
        more={<OlderButton list={list} />}
      >
        {notices?.map((notice) => (
          <NoticeRow
            key={notice.noticeID}
            notice={notice}
            onEdit={() => setOpen({ dialog: "update", notice })}
            onDelete={() => setOpen({ dialog: "delete", notice })}
          />
        ))}
      </ListScreen>
      {isNew && <NewNoticeDialog kind={kind} onClose={close} />}
      {open.dialog === "add" && <NoticeDialog kind={kind} onClose={close} />}
      {open.dialog === "update" && <NoticeDialog kind={kind} notice={newest(open.notice)} onClose={close} />}
      {open.dialog === "delete" && (
        <DeleteNoticeDialog notice={open.notice} onDeleted={close} onClose={close} />
      )}
    </>
  );
}

function noMatches(filter: NoticeFilter, onClear: () => void) {
  return {
    title: isNarrowed(filter) ? "No matches" : "None",
    text: isNarrowed(filter)
      ? "Nothing has all of these words and filters."
      : "There is nothing here. The other tabs may have something.",
    action: (
      <Button className="mt-3" onClick={onClear}>
        Show all
      </Button>
    ),
  };
}
