import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import type { Notice, NoticeUpdate } from "../../../../worker/notices/domain.ts";
import { DeleteNoticeDialog } from "../delete-notice-dialog.tsx";
import { DeleteUpdateDialog } from "./delete-update-dialog.tsx";
import { TimesDialog } from "./times-dialog.tsx";

export type DetailDialog =
  | { dialog: "editTimes" | "delete" }
  | { dialog: "deleteUpdate"; update: NoticeUpdate };

interface DetailDialogsProps {
  notice: Notice;
  open: DetailDialog;
  onUpdateDeleted: () => void;
  onClose: () => void;
}

export function DetailDialogs({ notice, open, onUpdateDeleted, onClose }: DetailDialogsProps) {
  const [, navigate] = useLocation();
  switch (open.dialog) {
    case "editTimes":
      return <TimesDialog notice={notice} onClose={onClose} />;
    case "delete":
      return (
        <DeleteNoticeDialog
          notice={notice}
          onDeleted={() => navigate(`/${notice.kind}s`, { replace: true })}
          onClose={onClose}
        />
      );
    case "deleteUpdate":
      return (
        <DeleteUpdateDialog
          notice={notice}
          update={open.update}
          onDeleted={() => {
            flushSync(onClose); // An open dialog would keep the focus.
            onUpdateDeleted();
          }}
          onClose={onClose}
        />
      );
  }
}
