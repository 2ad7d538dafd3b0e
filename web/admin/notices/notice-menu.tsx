import { useLocation } from "wouter";
import { isOpen, type Notice, noticePath } from "../../../worker/notices/domain.ts";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { AuditIcon } from "../../ui/icons/start-icons.tsx";
import { MoreMenu } from "../lists/more-menu.tsx";

interface NoticeMenuProps {
  notice: Notice;
  onDelete: () => void;
}

/** Has the actions that a row needs less often. */
export function NoticeMenu({ notice, onDelete }: NoticeMenuProps) {
  const { kind, name, noticeID } = notice;
  const [, navigate] = useLocation();
  const open = (path: string) => () => navigate(path);
  const writeUp = {
    text: "Write-up",
    label: `Write-up, ${name}`,
    icon: <EditIcon />,
    onPress: open(`${noticePath(notice)}/write-up`),
  };
  const actions = [
    {
      text: "History",
      label: `History, ${name}`,
      icon: <AuditIcon />,
      onPress: open(`/audit?item=${noticeID}`),
    },
    { text: "Delete", label: `Delete ${name}`, icon: <DeleteIcon />, onPress: onDelete },
  ];
  return (
    <MoreMenu
      name={name}
      actions={kind === "incident" && !isOpen(notice) ? [writeUp, ...actions] : actions}
    />
  );
}
