import * as z from "zod";
import { entityNames } from "../entities/domain.ts";
import { auditedTable, columnsWithout } from "../storage/audited.ts";
import { type Entity, exampleTimes } from "../storage/entity.ts";
import { Component, NewComponent } from "./schema.ts";
import { components, statusChanges, statusOverrides } from "./table.ts";

/** Why a component's status was as a row says. */
const cause = () =>
  z
    .string()
    .max(100)
    .regex(/^(created|administrator|(incident|maintenance|rule):[0-9A-Za-z]{12})$/, {
      error: "A cause is created, administrator, or a notice or rule such as incident:k3J9xQ2mWv8R.",
    });

const { exampleID: componentID } = entityNames.component;
const { exampleID: groupID } = entityNames.group;

export const exampleComponent = {
  componentID,
  name: "API",
  description: "REST and webhooks",
  status: "Partial Outage",
  order: 1769850000,
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: exampleTimes.began,
  groupID,
  shown: "always" as const,
  showsUptime: true,
  uptimeSince: "",
  link: "https://docs.example.com/api",
};

export const exampleDay = { date: "2026-01-31", worst: "Partial Outage", minutes: { "Partial Outage": 25 } };

export const component: Entity<"component"> = {
  tag: {
    name: "Components",
    description: "Set the status of the parts of the service, and add, rename or remove them.",
  },
  items: [Component],
  examples: () => ({
    NewComponent: { name: "API", description: "REST and webhooks" },
    ComponentChange: { status: "Partial Outage" },
    ComponentStatusesChange: { components: [{ componentID, status: "Partial Outage" }] },
    Component: exampleComponent,
    ComponentUptime: {
      componentID,
      days: 90,
      since: "2025-11-03T00:00:00.000Z",
      uptime: 0.99994,
      history: [exampleDay],
    },
  }),
  audit: auditedTable(
    components,
    components.componentID,
    columnsWithout(components, "componentID", "createdAt", "updatedAt"),
  ),
  archive: {
    components: { table: components, input: NewComponent },
    statusChanges: {
      table: statusChanges,
      omit: { previousStatus: "Nobody is told of restored changes." },
      fields: ({ time }) => ({ at: time, cause: cause() }),
    },
    statusOverrides: {
      table: statusOverrides,
      fields: ({ time }) => ({ from: time, to: time, cause: cause() }),
    },
  },
};
