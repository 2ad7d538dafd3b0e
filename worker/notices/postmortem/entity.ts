import { entityNames } from "../../entities/domain.ts";
import type { Entity } from "../../storage/entity.ts";
import { auditedPostmortem } from "./audited.ts";
import { Postmortem, PostmortemChange } from "./schema.ts";
import { postmortems } from "./table.ts";

const { exampleID: incidentID } = entityNames.incident;

export const postmortem: Entity<"postmortem"> = {
  tag: { name: "Incident write-ups", description: "Explain after an incident what happened (postmortem)." },
  items: [Postmortem],
  examples: () => ({
    PostmortemChange: {
      body: "## Root cause\n\nA disk was full.",
      state: "Published",
      notifySubscribers: true,
    },
    PostmortemOutline: { body: "## Summary\n\nAPI is slow lasted 42 minutes." },
    Postmortem: {
      incidentID,
      body: "## Root cause\n\nA disk was full.",
      state: "Published",
      publishedAt: "2026-02-03T15:00:00.000Z",
      notifiedAt: "2026-02-03T15:00:00.000Z",
      createdAt: "2026-02-02T09:30:00.000Z",
      updatedAt: "2026-02-03T15:00:00.000Z",
    },
  }),
  audit: auditedPostmortem,
  archive: { postmortems: { table: postmortems, input: PostmortemChange } },
};
