import { type CSSProperties, type RefObject, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { type Notice, noticePath } from "../../../../worker/notices/domain.ts";
import { SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import { Button } from "../../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../../ui/icons/icons.tsx";
import { CalendarIcon, CopyIcon } from "../../../ui/icons/later-icons.tsx";
import { ChooseIcon, OpenIcon } from "../../../ui/icons/start-icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { MoreMenu } from "../../lists/more-menu.tsx";
import { usePageURL } from "../../page-url.ts";
import { quietLinkClass, WriteUpLink } from "../write-up-link.tsx";

interface DetailActionsProps {
  notice: Notice;
  /** Contains the button of the menu, which gets the focus after a rename. */
  more: RefObject<HTMLSpanElement | null>;
  onRename: () => void;
  onEditTimes: () => void;
  onDelete: () => void;
}

export function DetailActions({ notice, more, onRename, onEditTimes, onDelete }: DetailActionsProps) {
  const { name, noticeID, status } = notice;
  const [, navigate] = useLocation();
  const publicURL = usePageURL(noticePath(notice));
  const actions = [
    { text: "Rename", label: `Rename ${name}`, icon: <EditIcon />, onPress: onRename },
    { text: "Edit times", label: `Edit times of ${name}`, icon: <CalendarIcon />, onPress: onEditTimes },
    { text: "Delete", label: `Delete ${name}`, icon: <DeleteIcon />, onPress: onDelete },
  ];
  return (
    <div className="-mx-1 flex flex-wrap items-center gap-x-1">
      {status === "Scheduled" && (
        <Button
          style={{ marginInline: "0.25rem", paddingInline: "0.625rem" }}
          onClick={() => navigate(`${noticePath(notice)}?status=In+Progress#update`, { replace: true })}
        >
          Start now
        </Button>
      )}
      <a href={publicURL} target="_blank" rel="noreferrer" className={quietLinkClass}>
        <span>
          View<span className="sr-only"> on status page (opens in a new tab)</span>
        </span>
        <OpenIcon className="ml-1 size-4" />
      </a>
      <CopyLinkMenu notice={notice} publicURL={publicURL} />
      <Link href={`/audit?item=${noticeID}`} aria-label={`History, ${name}`} className={quietLinkClass}>
        History
      </Link>
      <WriteUpLink notice={notice} />
      <span ref={more} style={moreStyle}>
        <MoreMenu name={name} actions={actions} />
      </span>
    </div>
  );
}

/** The room around the dots is wider than that around a text. */
const moreStyle: CSSProperties = { marginLeft: -5 };

const SHOWN_MS = 3 * SECOND_MS;

function CopyLinkMenu({ notice, publicURL }: { notice: Notice; publicURL: string }) {
  const [result, setResult] = useState("");
  const consoleURL = new URL(noticePath(notice), window.location.href).href;
  useEffect(() => {
    if (result === "") return;
    const timer = setTimeout(() => setResult(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => setResult("Copied"),
      () => setResult("Your browser doesn't allow copying."),
    );
  return (
    <span className="relative">
      <Menu
        label="Copy link"
        buttonClassName={quietLinkClass}
        button={
          <>
            Copy link
            <ChooseIcon className="ml-1 size-4" />
          </>
        }
      >
        {(close) => (
          <ul aria-label="Copy link">
            {[
              { text: "Public link", label: "Copy public link", url: publicURL },
              { text: "Console link", label: "Copy console link", url: consoleURL },
            ].map(({ url, ...choice }) => (
              <MenuItem
                key={choice.text}
                {...choice}
                icon={<CopyIcon />}
                onPress={() => {
                  close();
                  void copy(url);
                }}
              />
            ))}
          </ul>
        )}
      </Menu>
      {/* It covers what is below, because the row must not move. */}
      <span
        role="status"
        className="absolute top-full left-0 z-10 w-max rounded-lg border border-line bg-raised px-2.5 py-1 shadow-float empty:hidden"
      >
        {result}
      </span>
    </span>
  );
}
