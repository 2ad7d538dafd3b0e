import type { Notice, NoticeStatus } from "../../../../worker/notices/domain.ts";
import { windowAfter } from "../../../../worker/notices/maintenance/domain.ts";
import { isoTime } from "../../../../worker/shared/time/domain.ts";
import { CheckField } from "../../../ui/fields/check-field.tsx";
import { formatRange, formatTimes, unbrokenDuration } from "../../times/dates.ts";
import { useNow } from "../../times/now.ts";

interface EarlyWindowFieldProps {
  notice: Notice;
  status: NoticeStatus;
  moves: boolean;
  onChange: (moves: boolean) => void;
}

/** Says what the new status makes of the window of a maintenance that starts or ends before its time. */
export function EarlyWindowField({ notice, status, moves, onChange }: EarlyWindowFieldProps) {
  const { startAt, endAt } = windowAfter(notice, { status }, isoTime(useNow()));
  if (!startAt || !endAt || !notice.startAt || !notice.endAt) return null;
  const planned = formatRange(notice.startAt, notice.endAt);
  const window = `${formatTimes(startAt, endAt)} (${unbrokenDuration(startAt, endAt)})`;
  if (status === "Completed" && endAt !== notice.endAt)
    return (
      <p className="text-muted">
        It ends now: {window}. It was planned for {planned}.
      </p>
    );
  if (startAt === notice.startAt) return null;
  return (
    <CheckField label={`Move the window to now: ${window}`} checked={moves} onChange={onChange}>
      {moves ? `It was planned for ${planned}.` : `Visitors will still read ${planned}.`}
    </CheckField>
  );
}
