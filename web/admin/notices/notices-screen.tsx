import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Notice, type NoticeKind, noticeColors } from "../../../worker/notices/domain.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons.tsx";
import { formatDateTime, formatRange } from "../dates.ts";
import { ListRow } from "../list-row.tsx";
import { ListScreen } from "../list-screen.tsx";
import { noticeList } from "./calls.ts";
import { DeleteNoticeDialog } from "./delete-notice-dialog.tsx";
import { NoticeDialog } from "./notice-dialog.tsx";
import { noticeTexts } from "./texts.ts";

type Open = { dialog: "none" } | { dialog: "add" } | { dialog: "update" | "delete"; notice: Notice };

export const IncidentsScreen = () => <NoticesScreen kind="incident" />;
export const MaintenancesScreen = () => <NoticesScreen kind="maintenance" />;

function NoticesScreen({ kind }: { kind: NoticeKind }) {
  const list = useInfiniteQuery(noticeList(kind));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = list;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const notices = data?.pages.flatMap((page) => page.notices);

  /** The notice that the list has now, which changes while its dialog is open. */
  function newest(notice: Notice): Notice {
    return notices?.find(({ noticeID }) => noticeID === notice.noticeID) ?? notice;
  }

  return (
    <>
      <ListScreen
        {...noticeTexts[kind].screen}
        load={list}
        count={notices?.length}
        onAdd={() => setOpen({ dialog: "add" })}
        more={
          hasNextPage && (
            <Button
              className="justify-self-center"
              busy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </Button>
          )
        }
      >
        {notices?.map((notice) => (
          <ListRow
            key={notice.noticeID}
            status={notice.status}
            color={noticeColors[notice.status]}
            name={notice.name}
            actions={
              <>
                <IconButton
                  tip="Edit"
                  label={`Edit ${notice.name}`}
                  onClick={() => setOpen({ dialog: "update", notice })}
                >
                  <EditIcon />
                </IconButton>
                <IconButton
                  tip="Delete"
                  label={`Delete ${notice.name}`}
                  onClick={() => setOpen({ dialog: "delete", notice })}
                >
                  <DeleteIcon />
                </IconButton>
              </>
            }
          >
            <p className="mt-0.5 text-muted">{subtitle(notice)}</p>
          </ListRow>
        ))}
      </ListScreen>
      {open.dialog === "add" && <NoticeDialog kind={kind} onClose={close} />}
      {open.dialog === "update" && <NoticeDialog kind={kind} notice={newest(open.notice)} onClose={close} />}
      {open.dialog === "delete" && <DeleteNoticeDialog notice={open.notice} onClose={close} />}
    </>
  );
}

function subtitle({ startAt, endAt, updatedAt }: Notice): string {
  return startAt !== null && endAt !== null
    ? `scheduled for ${formatRange(startAt, endAt)}`
    : `updated at ${formatDateTime(updatedAt)}`;
}
