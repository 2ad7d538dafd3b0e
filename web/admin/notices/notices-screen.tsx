import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons.tsx";
import { ListRow } from "../list-row.tsx";
import { ListScreen } from "../list-screen.tsx";
import { DeleteNoticeDialog } from "./delete-notice-dialog.tsx";
import type { Notice, NoticeKind } from "./notice.ts";
import { NoticeDialog } from "./notice-dialog.tsx";

type Open<Status extends string> =
  | { dialog: "none" }
  | { dialog: "add" }
  | { dialog: "update" | "delete"; notice: Notice<Status> };

export function NoticesScreen<Status extends string>({ kind }: { kind: NoticeKind<Status> }) {
  const list = useInfiniteQuery(kind.list);
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = list;
  const [open, setOpen] = useState<Open<Status>>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const notices = data?.pages.flatMap((page) => page.notices);

  /** As the list has it by now: somebody may have changed it, or a previous update of it was just edited. */
  function newest(notice: Notice<Status>): Notice<Status> {
    return notices?.find(({ id }) => id === notice.id) ?? notice;
  }

  return (
    <>
      <ListScreen
        {...kind.screen}
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
            key={notice.id}
            status={notice.status}
            color={kind.colors[notice.status]}
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
            <p className="mt-0.5 text-muted">{kind.subtitle(notice)}</p>
          </ListRow>
        ))}
      </ListScreen>
      {open.dialog === "add" && <NoticeDialog kind={kind} onClose={close} />}
      {open.dialog === "update" && <NoticeDialog kind={kind} notice={newest(open.notice)} onClose={close} />}
      {open.dialog === "delete" && <DeleteNoticeDialog kind={kind} notice={open.notice} onClose={close} />}
    </>
  );
}
