import { heartbeat } from "../alerts/heartbeats/entity.ts";
import { alertRule } from "../alerts/rules/entity.ts";
import { component } from "../components/entity.ts";
import { group } from "../components/groups/entity.ts";
import { metric } from "../metrics/entity.ts";
import { incident } from "../notices/incident/entity.ts";
import { maintenance } from "../notices/maintenance/entity.ts";
import { postmortem } from "../notices/postmortem/entity.ts";
import { proposal } from "../notices/proposals/entity.ts";
import { template } from "../notices/templates/entity.ts";
import { subscriber } from "../notify/subscribers/entity.ts";
import { channel } from "../notify/team/entity.ts";
import { apiKey, settings } from "../settings/entity.ts";
import type { Entity } from "../storage/entity.ts";
import type { EntityKind } from "./domain.ts";

/** Archives, the audit log, the API's description and the nightly export loop over these. */
export const entities: { [Kind in EntityKind]: Entity<Kind> } = {
  component,
  group,
  incident,
  maintenance,
  postmortem,
  template,
  proposal,
  metric,
  alertRule,
  heartbeat,
  channel,
  apiKey,
  settings,
  subscriber,
  archive: { items: [], examples: () => ({}), audit: null, archive: {} },
};
