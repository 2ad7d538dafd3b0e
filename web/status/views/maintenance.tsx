import { isRunning, maintenanceColours } from "../../../worker/maintenances/domain.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
import { useTexts, useVisit } from "./language.tsx";
import { More } from "./more.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { TimeRange } from "./time.tsx";

interface Props {
  maintenance: Shown<Maintenance>;
  shown?: number | undefined;
  Heading?: "h1" | "h2" | "h3" | "h4" | undefined;
  brief?: boolean | undefined;
}

export function MaintenanceCard({ maintenance, ...look }: Props) {
  const updates = maintenance.maintenanceUpdates.map(
    ({ maintenanceUpdateID, maintenanceStatus, message, createdAt }) => ({
      id: maintenanceUpdateID,
      status: maintenanceStatus,
      colour: maintenanceColours[maintenanceStatus],
      message,
      createdAt,
    }),
  );
  const { maintenanceID, status, startAt, endAt } = maintenance;
  const notice = {
    ...maintenance,
    path: `maintenances/${maintenanceID}`,
    colour: maintenanceColours[status],
    when: whenIs(status),
    updates,
  };
  return (
    <NoticeCard notice={notice} {...look}>
      <p className="window">
        <TimeRange from={startAt} to={endAt} />
      </p>
    </NoticeCard>
  );
}

function whenIs(status: Maintenance["status"]): "past" | "now" | "planned" {
  if (isRunning(status)) return "now";
  return status === "Scheduled" ? "planned" : "past";
}

/** Of the section's markup. */
const MAX_BYTES = 160 * 1024;

interface ListProps {
  maintenances: Shown<Maintenance>[];
  /** All that there are, of which these are the next ones. */
  count: number;
}

/** Running and planned ones, the next first. */
export function MaintenanceList({ maintenances, count }: ListProps) {
  const texts = useTexts();
  const { language } = useVisit();
  const drawn = useDrawn();
  if (maintenances.length === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => a.startAt.localeCompare(b.startAt));
  const { parts } = drawWithin(MAX_BYTES, bySchedule, {
    full: (maintenance) => card({ maintenance, shown: 1 }, language),
    short: (maintenance) => card({ maintenance, brief: true }, language),
  });
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{texts.maintenance}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn */}
      <div dangerouslySetInnerHTML={drawn(parts)} />
      <More count={count - parts.length} forms={texts.moreMaintenances} href="/maintenances.ics" />
    </section>
  );
}

const card = remembering("maintenance", MaintenanceCard);
