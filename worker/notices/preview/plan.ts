import type { ComponentStatuses } from "../../components/schema.ts";
import { refuseUnknownComponents } from "../../components/store.ts";
import type { Db } from "../../storage/db.ts";
import { type Notice, type NoticeStatus, noticeStatuses } from "../domain.ts";
import { incidentBehavior } from "../incident/behavior.ts";
import { maintenanceBehavior } from "../maintenance/behavior.ts";
import { readNotice } from "../store.ts";
import { completeFromTemplate } from "../writes/from-template.ts";
import type { ComponentEffects, KindBehavior } from "../writes/kind-behavior.ts";
import { validateChange } from "../writes/validate-change.ts";
import type { PreviewRequest } from "./schema.ts";

export interface Plan {
  behavior: KindBehavior;
  fields: PreviewRequest;
  /** As in the request, in which errors name places. */
  sentComponents: ComponentStatuses;
  notice: Notice | undefined;
  /** The status after the write, or the last one before a deletion. */
  status: NoticeStatus;
  effects: ComponentEffects;
  isBackfill: boolean;
}

const behaviors = { incident: incidentBehavior, maintenance: maintenanceBehavior };

/**
 * Refuses what the write would refuse, except for fields that are still missing.
 * @throws HttpError 404 if there is no such notice, or 400 if the fields don't fit together
 */
export async function planWrite(db: Db, request: PreviewRequest): Promise<Plan> {
  const { kind, noticeID } = request;
  const behavior = behaviors[kind];
  return noticeID === undefined
    ? planNew(behavior, await complete(db, request))
    : planChange(behavior, request, await readNotice(db, kind, noticeID));
}

async function complete(db: Db, request: PreviewRequest): Promise<PreviewRequest> {
  if (request.templateID === undefined) return request;
  // The template's status is one of this kind's, or completeFromTemplate throws.
  return { ...request, ...(await completeFromTemplate(db, request.kind, request)) } as PreviewRequest;
}

function planNew(behavior: KindBehavior, fields: PreviewRequest): Plan {
  const { kind, components = [], startAt, endAt, status = noticeStatuses[kind][0] } = fields;
  if (startAt !== undefined && endAt !== undefined) behavior.validate?.({ startAt, endAt });
  const isBackfill = fields.kind === "incident" && fields.backfilled === true;
  return {
    behavior,
    fields,
    sentComponents: components,
    notice: undefined,
    isBackfill,
    status: isBackfill ? "Resolved" : status,
    effects: isBackfill ? noEffects : behavior.componentEffects({ from: null, to: status, components }),
  };
}

const noEffects: ComponentEffects = { starts: false, restores: false, sets: [] };

function planChange(behavior: KindBehavior, request: PreviewRequest, notice: Notice): Plan {
  const { status = notice.status, deletes = false, restoreComponents } = request;
  const { components: sentComponents = [] } = request;
  const components = existing(sentComponents, notice);
  const fields = { ...request, ...(request.components && { components }) };
  if (!deletes) validateChange(behavior, notice, request);
  return {
    behavior,
    fields,
    sentComponents,
    notice,
    status,
    isBackfill: false,
    effects: deletes
      ? { ...noEffects, restores: restoreComponents ?? behavior.deletion.restoresByDefault }
      : behavior.componentEffects({ from: notice.status, to: status, components, restoreComponents }),
  };
}

/** A client may send back the components of a notice, some of which were deleted. */
function existing(named: ComponentStatuses, notice: Notice): ComponentStatuses {
  const deleted = new Map(
    notice.components.flatMap(({ componentID, status, deleted }) => (deleted ? [[componentID, status]] : [])),
  );
  return named.filter(({ componentID, status }) => deleted.get(componentID) !== status);
}

export function refuseUnknown({ fields, sentComponents }: Plan, known: { componentID: string }[]): void {
  const ids = new Set(known.map(({ componentID }) => componentID));
  refuseUnknownComponents(
    sentComponents.flatMap((sent, position) =>
      ids.has(sent.componentID) || !fields.components?.includes(sent)
        ? []
        : [{ componentID: sent.componentID, position }],
    ),
  );
}
