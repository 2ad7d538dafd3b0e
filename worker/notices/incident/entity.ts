import { NewComponent } from "../../components/schema.ts";
import { entityNames } from "../../entities/domain.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { auditedNotice } from "../audited.ts";
import { type NoticeKind, noticeStatuses } from "../domain.ts";
import {
  deletedComponents,
  noticeComponents,
  notices,
  noticeUpdateComponents,
  noticeUpdates,
} from "../table.ts";
import { Incident, IncidentUpdate, NewIncident } from "./schema.ts";

interface NoticeTimes {
  kind: NoticeKind;
  status: string;
  startAt: string | null;
  endAt: string | null;
}

const { exampleID: incidentID } = entityNames.incident;
const { exampleID: componentID } = entityNames.component;

export const exampleIncidentUpdate = {
  incidentUpdateID: "u1Vd8Ks3XyPo",
  incidentID,
  incidentStatus: "Identified",
  message: "A database in **eu-west-1** is overloaded. We are moving it to a larger machine.",
  createdAt: exampleTimes.later,
  updatedAt: exampleTimes.later,
};

export const exampleIncident = {
  incidentID,
  name: "The API answers slowly",
  status: exampleIncidentUpdate.incidentStatus,
  message: exampleIncidentUpdate.message,
  components: [{ componentID, name: "API", status: "Partial Outage" }],
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.later,
  incidentUpdates: [exampleIncidentUpdate],
};

export const incident: Entity<"incident"> = {
  tag: {
    name: "Incidents",
    description: "Report an unplanned disruption, post updates about it and resolve it.",
  },
  items: [Incident, IncidentUpdate],
  parameters: {
    incidentUpdateID: ["The ID of one of the incident's updates.", exampleIncidentUpdate.incidentUpdateID],
  },
  examples: () => ({
    NewIncident: {
      name: exampleIncident.name,
      status: "Investigating",
      message: "Requests take up to 20 seconds. We are looking for the cause.",
      components: [{ componentID, status: "Partial Outage" }],
    },
    IncidentChange: {
      status: "Resolved",
      message: "Requests are as fast as before.",
      components: [{ componentID, status: "Operational" }],
    },
    IncidentUpdateChange: { message: exampleIncidentUpdate.message },
    IncidentUpdate: exampleIncidentUpdate,
    Incident: exampleIncident,
  }),
  audit: auditedNotice,
  archive: {
    notices: {
      table: notices,
      input: NewIncident,
      fields: ({ time, noTime }) => ({ nextReminderAt: time.or(noTime) }),
      check: (row) =>
        row.check(({ value, issues }) => {
          const { kind, status, startAt, endAt } = value as unknown as NoticeTimes; // the columns of the table
          const problem = (path: string, message: string) =>
            issues.push({ code: "custom", input: value, path: [path], message });
          if (!noticeStatuses[kind].some((each) => each === status))
            problem("status", "A status is not one of its kind.");
          if (kind === "maintenance" && (startAt === null || endAt === null))
            problem("startAt", "A maintenance has a start and an end.");
          if (startAt !== null && endAt !== null && endAt <= startAt)
            problem("endAt", "End time must be after start time.");
        }),
    },
    noticeUpdates: { table: noticeUpdates, input: NewIncident },
    noticeUpdateComponents: { table: noticeUpdateComponents, input: NewComponent },
    noticeComponents: {
      table: noticeComponents,
      fields: ({ time, noTime }) => ({ createdAt: time.or(noTime), changedAt: time.or(noTime) }),
    },
    deletedComponents: { table: deletedComponents, input: NewComponent },
  },
};
