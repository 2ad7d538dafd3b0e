import { MAX_HEARTBEATS } from "../alerts/heartbeats/domain.ts";
import { MAX_RULES } from "../alerts/rules/domain.ts";
import { MAX_COMPONENTS } from "../components/domain.ts";
import { MAX_GROUPS } from "../components/groups/domain.ts";
import { MAX_METRICS } from "../metrics/domain.ts";
import { MAX_PROPOSALS } from "../notices/proposals/domain.ts";
import { MAX_TEMPLATES } from "../notices/templates/domain.ts";

export interface EntityName {
  /** As the console and the audit log call it. */
  title: string;
  /** The parameter of the API's paths that names an item. Null if nothing is named by an ID. */
  id: string | null;
  /** The ID in examples of the API's description. */
  exampleID?: string;
}

/** What the browser and the command line know of each entity. The Worker has the rest from `entity.ts` of its folder. */
export const entityNames = {
  component: { title: "Component", id: "componentID", exampleID: "k3J9xQ2mWv8R" },
  group: { title: "Component group", id: "groupID", exampleID: "h7Wd4NsY1bFc" },
  incident: { title: "Incident", id: "incidentID", exampleID: "Zp4Lr7TnB1sD" },
  maintenance: { title: "Maintenance", id: "maintenanceID", exampleID: "c8HfY5uKe0Na" },
  postmortem: { title: "Write-up", id: "incidentID" },
  template: { title: "Template", id: "templateID", exampleID: "T5nXe8BvQ2kL" },
  proposal: { title: "Proposal", id: "proposalID", exampleID: "P8kVw3ZqJ6dR" },
  metric: { title: "Metric", id: "metricID", exampleID: "M6bGw2RqVt9X" },
  alertRule: { title: "Alert rule", id: "ruleID", exampleID: "R4mZt8WcY2hN" },
  heartbeat: { title: "Heartbeat", id: "heartbeatID", exampleID: "H2vLp6XrT9wK" },
  channel: { title: "Team channel", id: "channelID", exampleID: "q3Zb6NvT9cXe" },
  apiKey: { title: "API key", id: "keyID", exampleID: "a9Wd3PxF6LsY" },
  settings: { title: "Settings", id: null },
  subscriber: { title: "Subscriber", id: null },
  archive: { title: "Restore of an archive", id: null },
} as const satisfies Record<string, EntityName>;

export type EntityKind = keyof typeof entityNames;

export interface Part {
  of: EntityKind;
  maxRows?: number;
  /** How many rows a page has, if a row takes more than one row of D1. */
  pageRows?: number;
  /** Archives from before this part existed can be restored. */
  isAddedLater?: true;
  /** Its rows are files in R2. */
  isFiles?: true;
}

/** The parts of an archive in the order in which they are restored: nothing refers to what comes later. */
export const partsOfArchives = {
  componentGroups: { of: "group", maxRows: MAX_GROUPS },
  components: { of: "component", maxRows: MAX_COMPONENTS },
  statusChanges: { of: "component" },
  statusOverrides: { of: "component", isAddedLater: true },
  notices: { of: "incident" },
  noticeUpdates: { of: "incident" },
  noticeUpdateComponents: { of: "incident" },
  noticeComponents: { of: "incident" },
  deletedComponents: { of: "incident" },
  postmortems: { of: "postmortem" },
  cancelledMaintenances: { of: "maintenance" },
  templates: { of: "template", maxRows: MAX_TEMPLATES },
  proposals: { of: "proposal", maxRows: MAX_PROPOSALS, isAddedLater: true },
  alertRules: { of: "alertRule", maxRows: MAX_RULES, isAddedLater: true },
  heartbeats: { of: "heartbeat", maxRows: MAX_HEARTBEATS, isAddedLater: true },
  metrics: { of: "metric", maxRows: MAX_METRICS },
  metricBackfills: { of: "metric" },
  /** Each takes several HMACs. */
  subscribers: { of: "subscriber", pageRows: 50 },
  metricDays: { of: "metric", pageRows: 8, isFiles: true },
  /** Three logos in two sizes. */
  logos: { of: "settings", maxRows: 6, pageRows: 1, isFiles: true },
  settings: { of: "settings", maxRows: 1, pageRows: 1 },
} as const satisfies Record<string, Part>;

type PartName = keyof typeof partsOfArchives;

export type TablePart = {
  [P in PartName]: (typeof partsOfArchives)[P] extends { isFiles: true } ? never : P;
}[PartName];

export type TablePartOf<Kind extends EntityKind> = {
  [P in TablePart]: (typeof partsOfArchives)[P]["of"] extends Kind ? P : never;
}[TablePart];
