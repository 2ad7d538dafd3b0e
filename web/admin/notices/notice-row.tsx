import { type Notice, noticeColors, noticePath } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { IconButton } from "../../ui/button.tsx";
import { EditIcon } from "../../ui/icons/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ListRow } from "../lists/list-row.tsx";
import { nameList } from "../lists/name-list.ts";
import { formatDateTime } from "../times/dates.ts";
import { noticeTimes } from "./form/notice-times.ts";
import { WriteUpState } from "./write-up-link.tsx";

const NoticeMenu = lazyPart(
  "notice-menu",
  async () => (await import("./notice-menu.tsx")).NoticeMenu,
  <span className="size-9" />,
);

/** They are in the name of a duration, which is a number in the list. */
const durationWords = /^(open for|lasted) | long$/g;

interface NoticeRowProps {
  notice: Notice;
  onEdit: () => void;
  onDelete: () => void;
}

export function NoticeRow({ notice, onEdit, onDelete }: NoticeRowProps) {
  const { kind, noticeID, name, status, updatedAt } = notice;
  const { when, duration } = noticeTimes(notice);
  const [first, ...others] = notice.components;
  const isNamed = first !== undefined && others.length === 0 && name.endsWith(first.name);
  const updated = `updated at ${formatDateTime(updatedAt)}`;
  return (
    <ListRow
      status={status}
      color={noticeColors[status]}
      shape={phaseShapes[status]}
      name={name}
      drafts={[kind, `${kind}-place`, `${kind}-name`, `${kind}-times`, "write-up"].map(
        (form) => `${form}/${noticeID}`,
      )}
      href={noticePath(notice)}
      value={
        <span
          role="img"
          aria-label={`${duration}, ${kind === "incident" ? when : updated}`}
          data-tip={`${duration}, ${kind === "incident" ? when : updated}`}
          className="relative"
        >
          {duration.replace(durationWords, "")}
        </span>
      }
      actions={
        <span className="relative flex">
          <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
          <NoticeMenu notice={notice} onDelete={onDelete} />
        </span>
      }
    >
      {first && !isNamed && (
        // On a phone, the names of a maintenance would be cut beside its own.
        <p
          className={`grow truncate text-muted ${kind === "incident" ? "basis-16" : "basis-full @xl:basis-16"}`}
        >
          affects {nameList(notice.components)}
        </p>
      )}
      <p className="w-full text-[13px] text-muted [overflow-wrap:anywhere]">
        {when}
        {/* On a phone, it would take a line of its own. */}
        {kind === "incident" && <span className="ml-3 hidden @3xl:inline">{updated}</span>}
        <WriteUpState notice={notice} />
      </p>
    </ListRow>
  );
}
