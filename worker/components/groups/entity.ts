import { entityNames } from "../../entities/domain.ts";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import type { Entity } from "../../storage/entity.ts";
import { exampleComponent, exampleDay } from "../entity.ts";
import { Group, NewGroup } from "./schema.ts";
import { componentGroups } from "./table.ts";

const { exampleID: groupID } = entityNames.group;

const exampleGroup = {
  groupID,
  name: "Platform",
  status: exampleComponent.status,
  componentIDs: [exampleComponent.componentID],
  order: 1769850000,
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: "2025-06-02T08:00:00.000Z",
};

export const group: Entity<"group"> = {
  tag: {
    name: "Component groups",
    description:
      "Show components under one name, for example those of a product or a region, and read the group's status.",
  },
  items: [Group],
  examples: () => ({
    NewGroup: { name: exampleGroup.name },
    GroupChange: { name: exampleGroup.name },
    Group: exampleGroup,
    GroupUptime: {
      groupID,
      days: 90,
      since: "2025-11-03T00:00:00.000Z",
      uptime: 0.99994,
      history: [exampleDay],
    },
  }),
  audit: auditedTable(
    componentGroups,
    componentGroups.groupID,
    columnsWithout(componentGroups, "groupID", "createdAt", "updatedAt"),
  ),
  archive: { componentGroups: { table: componentGroups, input: NewGroup } },
};
