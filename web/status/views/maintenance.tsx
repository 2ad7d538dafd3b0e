import { isRunning, maintenanceColors } from "../../../worker/maintenances/domain.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { chooseDetail } from "./choose-detail.ts";
import { useTexts } from "./language.tsx";
import { messageHTML } from "./markdown.tsx";
import { More } from "./more.tsx";
import { NoticeCard, type NoticeView, noticeBytes } from "./notice-card.tsx";

/** What a card shows of a maintenance. */
export function maintenanceView(maintenance: Shown<Maintenance>): NoticeView {
  return {
    ...briefMaintenanceView(maintenance),
    components: maintenance.components,
    updates: maintenance.maintenanceUpdates.map(
      ({ maintenanceUpdateID, maintenanceStatus, message, createdAt }) => ({
        id: maintenanceUpdateID,
        status: maintenanceStatus,
        color: maintenanceColors[maintenanceStatus],
        html: messageHTML(message),
        createdAt,
      }),
    ),
    shortened: maintenance.shortened,
  };
}

/** What a card shows of a maintenance where there is no room for its components and updates. */
export function briefMaintenanceView(maintenance: Shown<Maintenance>): NoticeView {
  const { maintenanceID, name, status, componentCount, startAt, endAt } = maintenance;
  return {
    path: `maintenances/${maintenanceID}`,
    ...{ name, status, componentCount },
    color: maintenanceColors[status],
    when: whenIs(status),
    window: { from: startAt, to: endAt },
    components: [],
    updates: [],
    shortened: true,
  };
}

function whenIs(status: Maintenance["status"]): "past" | "now" | "planned" {
  if (isRunning(status)) return "now";
  return status === "Scheduled" ? "planned" : "past";
}

const BUDGET = { fullBytes: 80 * 1024, briefBytes: 80 * 1024 };

interface ListProps {
  maintenances: Shown<Maintenance>[];
  /** All that there are, of which these are the next ones. */
  count: number;
}

/** Running and planned ones, the next first. */
export function MaintenanceList({ maintenances, count }: ListProps) {
  const texts = useTexts();
  if (maintenances.length === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => a.startAt.localeCompare(b.startAt));
  const forms = { full: maintenanceView, brief: briefMaintenanceView, bytesOf: noticeBytes };
  const notices = chooseDetail(bySchedule, forms, BUDGET);
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{texts.maintenance}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} shown={1} />
        ))}
      </div>
      <More count={count - notices.length} forms={texts.moreMaintenances} href="/maintenances.ics" />
    </section>
  );
}
