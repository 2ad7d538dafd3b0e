import { Fragment } from "react";
import { type Notice, noticeColors, noticePath } from "../../../worker/notices/domain.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons/icons.tsx";
import { ListRow } from "../lists/list-row.tsx";
import { nameList } from "../lists/name-list.ts";
import { formatDate, formatDateTime, formatShort } from "../times/dates.ts";
import { noticeTimes } from "./form/notice-times.ts";
import { WriteUpLink } from "./write-up-link.tsx";

interface NoticeRowProps {
  notice: Notice;
  onEdit: () => void;
  onDelete: () => void;
}

export function NoticeRow({ notice, onEdit, onDelete }: NoticeRowProps) {
  const { kind, noticeID, name, status, createdAt, updatedAt } = notice;
  const { when, duration } = noticeTimes(notice);
  const affected = notice.components;
  const isSameYear = createdAt.slice(0, 4) === updatedAt.slice(0, 4);
  // The zone and the year are in the time before it.
  const beganText = `began at ${isSameYear ? formatShort(createdAt) : formatDate(createdAt)}`;
  const parts =
    kind === "incident"
      ? [`updated at ${formatDateTime(updatedAt)}`, beganText, duration]
      : [when, duration, `updated at ${formatShort(updatedAt)}`];
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
      actions={
        <>
          {/* In a wide row it stands before the status, so that the statuses of all rows are aligned. */}
          <span className="@xl:-order-1">
            <WriteUpLink notice={notice} />
          </span>
          <IconButton tip="Edit" label={`Edit ${name}`} onClick={onEdit}>
            <EditIcon />
          </IconButton>
          <IconButton tip="Delete" label={`Delete ${name}`} onClick={onDelete}>
            <DeleteIcon />
          </IconButton>
        </>
      }
    >
      {affected.length > 0 && (
        <p className="grow basis-16 truncate text-muted">affects {nameList(affected)}</p>
      )}
      {/* One text wraps into fewer lines on a phone than a line for each part. It rather breaks between the parts, where a dot would hang. */}
      <p className="w-full text-muted [overflow-wrap:anywhere]">
        {parts.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && " \u2002"}
            <span className={index > 0 ? "inline-block" : ""}>{part}</span>
          </Fragment>
        ))}
      </p>
    </ListRow>
  );
}
