import { sql } from "drizzle-orm";
import { messageHTML } from "../../../web/shared/message-html.ts";
import type { ComponentStatus } from "../../components/domain.ts";
import { selectComponents } from "../../components/reads.ts";
import type { Component } from "../../components/schema.ts";
import { selectStatusesFromNotices } from "../../components/status-from-other-notices.ts";
import { toBanner } from "../../console/store.ts";
import { countRecipients } from "../../notify/mail/overview.ts";
import { toMailService } from "../../notify/mail/service.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import type { Db } from "../../storage/db.ts";
import { selectCurrent, summarizeCurrent } from "../current.ts";
import { appendsUpdate, type CurrentSummary, isOpen, notifiesOfNewTime } from "../domain.ts";
import { emailAbout } from "./email.ts";
import { type Plan, planWrite, refuseUnknown } from "./plan.ts";
import type { Preview, PreviewRequest } from "./schema.ts";

type Statuses = Map<string, ComponentStatus>;
type StatusFromNotice = Awaited<ReturnType<typeof selectStatusesFromNotices>>[number];

/** @throws HttpError 404 if there is no such notice, or 400 as the write would */
export async function previewNotice(env: Env, db: Db, request: PreviewRequest): Promise<Preview> {
  const plan = await planWrite(db, request);
  const { behavior, fields, notice, status } = plan;
  const { components: named = [], notifySubscribers = true } = fields;
  const noticeID = notice?.noticeID ?? "";
  const [settings, components, restored, fromNotices, counts, underMaintenance] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    db
      .select({
        componentID: sql<string>`restored.component_id`,
        status: sql<ComponentStatus>`restored.status`,
      })
      .from(sql`${behavior.restoredComponents(noticeID, { to: status, components: named })} AS restored`),
    selectStatusesFromNotices(db),
    ...selectCurrent(db),
  ]);
  refuseUnknown(plan, components);
  const targets: Statuses = new Map(restored.map(({ componentID, status }) => [componentID, status]));
  const statuses = statusesAfter(plan, targets);
  const after = components.map((component) => ({
    ...component,
    status: statuses.get(component.componentID) ?? component.status,
  }));
  const current = summarizeCurrent(counts, underMaintenance);
  const fromOthers = fromNotices.filter((each) => each.noticeID !== noticeID);
  const componentIDs = named.map(({ componentID }) => componentID);
  const appends = notice === undefined || appendsUpdate(request);
  const sendsEmail =
    !request.deletes &&
    !plan.isBackfill &&
    (appends ? notifySubscribers : notifiesOfNewTime(notice, request));
  return {
    html: messageHTML(fields.message ?? ""),
    affects: affectedAfter(plan, after),
    banner: {
      before: toBanner(components, current),
      after: toBanner(after, currentAfter(plan, { current, fromOthers, after, statuses })),
    },
    restores: plannedRestores(components, targets, fromOthers),
    recipients: await countRecipients(db, { noticeID, componentIDs }),
    email: sendsEmail ? emailAbout(toMailService(env, settingsOrDefaults(settings)), plan, after) : null,
  };
}

function affectedAfter({ notice, fields }: Plan, after: Component[]): Preview["affects"] {
  const ids = new Set(
    [...(notice?.components ?? []), ...(fields.components ?? [])].map(({ componentID }) => componentID),
  );
  return after.flatMap(({ componentID, name, status }) =>
    ids.has(componentID) ? [{ componentID, name, status }] : [],
  );
}

function statusesAfter({ notice, effects }: Plan, targets: Statuses): Statuses {
  const { starts, restores, sets } = effects;
  const toStatusEntry = ({ componentID, status }: { componentID: string; status: ComponentStatus }) =>
    [componentID, status] as const;
  return new Map([
    ...(restores ? targets : []),
    ...(starts ? (notice?.components ?? []).map(toStatusEntry) : []),
    ...sets.map(toStatusEntry),
  ]);
}

interface Outcome {
  current: CurrentSummary;
  fromOthers: StatusFromNotice[];
  after: { componentID: string; status: ComponentStatus }[];
  statuses: Statuses;
}

function currentAfter(
  { fields, notice, status, isBackfill }: Plan,
  { current, fromOthers, after, statuses }: Outcome,
): CurrentSummary {
  if (isBackfill) return current;
  const isIncident = fields.kind === "incident";
  const wasOpen = isIncident && notice !== undefined && isOpen(notice);
  const staysOpen = isIncident && !fields.deletes && isOpen({ status });
  const own: Statuses = new Map([
    ...(notice?.components ?? []).map(({ componentID, status }) => [componentID, status] as const),
    ...statuses,
  ]);
  const fromIncidents = [
    ...fromOthers.filter(({ kind }) => kind === "incident"),
    ...(staysOpen ? [...own].map(([componentID, status]) => ({ componentID, status })) : []),
  ];
  const underMaintenance = new Set(
    after.filter(({ status }) => status === "Under Maintenance").map(({ componentID }) => componentID),
  );
  return {
    ...current,
    openIncidents: current.openIncidents + Number(staysOpen) - Number(wasOpen),
    statusesUnderMaintenance: fromIncidents
      .filter(({ componentID }) => underMaintenance.has(componentID))
      .map(({ status }) => status),
  };
}

function plannedRestores(
  components: Component[],
  targets: Statuses,
  fromOthers: StatusFromNotice[],
): Preview["restores"] {
  return components.flatMap(({ componentID, name, status: currentStatus }) => {
    const status = targets.get(componentID);
    if (status === undefined || (status === "Operational" && currentStatus === "Operational")) return [];
    const source = fromOthers.find((each) => each.componentID === componentID && each.status === status);
    return [{ componentID, name, currentStatus, status, because: source?.name ?? null }];
  });
}
