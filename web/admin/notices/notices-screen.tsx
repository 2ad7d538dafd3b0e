import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Notice, NoticeKind } from "../../../worker/notices/domain.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart, optionalPart } from "../../ui/lazy-part.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { OlderButton } from "../lists/older-button.tsx";
import { overviewQuery, useIsEmptyInstallation } from "../overview/calls.ts";
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
  const isNewInstallation = useIsEmptyInstallation();
  const [, navigate] = useLocation();
  const isNew = useScreenPath().endsWith("/new");
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  function close() {
    setOpen({ dialog: "none" });
    if (isNew) navigate(`/${kind}s`, { replace: true });
  }
  const { empty, ...texts } = noticeTexts[kind].screen;
  const isFiltered = isNarrowed(filter) || filter.show !== "all";
  const isEmpty = notices?.length === 0 && !list.isPlaceholderData && !isFiltered;

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
            {kind === "incident" && <Proposals />}
            {!isEmpty && (
              // The bar isn't drawn before it is known whether there is anything to filter.
              <div style={list.isPending ? { visibility: "hidden" } : undefined}>
                <NoticeFilterBar kind={kind} {...filtering} />
              </div>
            )}
          </>
        }
        empty={isFiltered ? noMatches(filter, () => narrow(everything)) : empty}
        onAdd={() => setOpen({ dialog: "add" })}
        isAddLoud={isNewInstallation && kind === "maintenance"}
        addDraft={`${kind}/`}
        more={<OlderButton list={list} />}
      >
        {notices && <NoticeRows notices={notices} onOpen={(dialog, notice) => setOpen({ dialog, notice })} />}
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

interface NoticeRowsProps {
  notices: readonly Notice[];
  onOpen: (dialog: "update" | "delete", notice: Notice) => void;
}

function NoticeRows({ notices, onOpen }: NoticeRowsProps) {
  return notices.map((notice) => (
    <NoticeRow
      key={notice.noticeID}
      notice={notice}
      onEdit={() => onOpen("update", notice)}
      onDelete={() => onOpen("delete", notice)}
    />
  ));
}

function Proposals() {
  const { data: overview } = useQuery(overviewQuery);
  return overview && overview.proposals.length > 0 && <ProposalList />;
}

function noMatches(filter: NoticeFilter, onClear: () => void) {
  return {
    title: isNarrowed(filter) ? "No matches" : "None",
    text: isNarrowed(filter)
      ? "Nothing matches these words and filters."
      : "There is nothing here. The other tabs may have something.",
    action: (
      <Button className="mt-3" onClick={onClear}>
        Show all
      </Button>
    ),
  };
}
