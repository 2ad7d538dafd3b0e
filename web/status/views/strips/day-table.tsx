import type { ComponentDay, ComponentUptime } from "../../../../worker/components/schema.ts";
import { usePageContext, useTexts } from "../language.tsx";
import { formatUTCDay } from "../utc-format.ts";
import { useStatusTimes } from "./day-strip.tsx";
import { formatUptime } from "./figures.ts";
import { type UptimePeriod, uptimeOfDays } from "./uptime-of-days.ts";

interface Props {
  /** Oldest first. */
  history: ComponentUptime["history"];
  period: UptimePeriod;
}

/** The numbers behind the strips, for reading and copying: every day that was not fully operational, newest first. */
export function DayTable({ history, period }: Props) {
  const { language } = usePageContext();
  const texts = useTexts();
  const statusTimes = useStatusTimes();
  const days = history.filter(({ worst }) => worst !== "Operational").toReversed();
  if (days.length === 0) return null;
  const percent = (day: ComponentDay) => {
    const uptime = uptimeOfDays([day], period);
    return uptime === null ? "–" : formatUptime(uptime, language);
  };
  return (
    <details className="day-table">
      <summary>{texts.dayTable.title}</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.dayTable.day}</th>
              <th scope="col">{texts.dayTable.uptime}</th>
              <th scope="col">{texts.dayTable.statuses}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} id={`day-${day.date}`}>
                <th scope="row">
                  <time dateTime={day.date}>{formatUTCDay(day.date, language)}</time>
                </th>
                <td>{percent(day)}</td>
                <td>{statusTimes(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
