import { component } from "../components/entity.ts";
import { group } from "../groups/entity.ts";
import { incident } from "../incidents/entity.ts";
import { maintenance } from "../maintenances/entity.ts";
import { metric } from "../metrics/entity.ts";
import { postmortem } from "../postmortems/entity.ts";
import { apiKey, settings } from "../settings/entity.ts";
import type { Entity } from "../storage/entity.ts";
import { subscriber } from "../subscribers/entity.ts";
import { channel } from "../team/entity.ts";
import { template } from "../templates/entity.ts";
import type { EntityKind } from "./domain.ts";

/** Archives, the audit log, the API's description and the nightly export loop over these. */
export const entities: { [Kind in EntityKind]: Entity<Kind> } = {
  component,
  group,
  incident,
  maintenance,
  postmortem,
  template,
  metric,
  channel,
  apiKey,
  settings,
  subscriber,
  archive: { items: [], examples: () => ({}), audit: null, archive: {} },
};
