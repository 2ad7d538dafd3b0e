import { componentStatuses } from "../components/domain.ts";
import { selectComponents } from "../components/reads.ts";
import { selectUnexplainedComponents } from "../components/status-from-other-notices.ts";
import { selectFailingMetrics } from "../metrics/collection/failing-metrics.ts";
import { selectCurrent, summarizeCurrent } from "../notices/current.ts";
import type { CurrentSummary } from "../notices/domain.ts";
import { selectPostmortemDrafts } from "../notices/postmortem/reads.ts";
import { selectProposalSummaries, toProposalSummary } from "../notices/proposals/summaries.ts";
import { selectMailError } from "../notify/mail/mail-error.ts";
import { pageState, pageStatuses } from "../public/pages/domain.ts";
import { selectSettings, settingsOrDefaults } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { restoreExpiry, selectUnfinished } from "../storage/writes/unfinished-restore.ts";
import { selectNextMaintenances, selectOpenIncidents } from "./open-notices.ts";
import type { Banner, Overview } from "./schema.ts";

/** It has times, not durations, because its ETag changes only with a write. */
export async function readOverview(db: Db): Promise<Overview> {
  const [
    components,
    unexplained,
    incidents,
    maintenances,
    metrics,
    mail,
    proposed,
    drafts,
    stored,
    [restore],
    counts,
    underMaintenance,
  ] = await db.batch([
    selectComponents(db),
    selectUnexplainedComponents(db),
    selectOpenIncidents(db),
    selectNextMaintenances(db),
    selectFailingMetrics(db),
    selectMailError(db),
    selectProposalSummaries(db),
    selectPostmortemDrafts(db),
    selectSettings(db),
    selectUnfinished(db),
    ...selectCurrent(db),
  ]);
  const current = summarizeCurrent(counts, underMaintenance);
  const { openIncidents, runningMaintenances, scheduledMaintenances } = current;
  const { emailEnabled, updateReminderMinutes } = settingsOrDefaults(stored);
  return {
    banner: toBanner(components, current),
    openIncidents,
    runningMaintenances,
    scheduledMaintenances,
    unexplainedComponents: unexplained,
    incidents: incidents.map(({ severity, ...incident }) => ({
      ...incident,
      worst: componentStatuses[severity] ?? "Operational",
    })),
    maintenances,
    failingMetrics: metrics,
    mailError: (emailEnabled && mail[0]?.error) || "",
    proposals: proposed.map(toProposalSummary),
    postmortemDrafts: drafts.map(({ incidentID }) => incidentID),
    restore: restore ? { startedAt: restore.startedAt, endsAt: restoreExpiry(restore) } : null,
    updateReminderMinutes,
  };
}

export function toBanner(components: Parameters<typeof pageState>[0], current: CurrentSummary): Banner {
  const { color, summary } = pageState(components, current);
  return { color, text: pageStatuses[summary].description };
}
