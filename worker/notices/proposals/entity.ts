import * as z from "zod";
import { ComponentStatuses } from "../../components/schema.ts";
import { entityNames } from "../../entities/domain.ts";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { MAX_ACTOR_NAME_CHARACTERS } from "../../writes/audit/domain.ts";
import { Proposal, ProposalChange } from "./schema.ts";
import { proposals } from "./table.ts";

const { exampleID: componentID } = entityNames.component;
const { exampleID: proposalID } = entityNames.proposal;

const exampleProposal = {
  proposalID,
  name: "The API answers slowly",
  status: "Investigating",
  message: "Requests take up to 20 seconds. We are looking for the cause.",
  components: [{ componentID, status: "Degraded Performance" }],
  incidentID: null,
  createdBy: { kind: "API key", name: "Monitoring" },
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.began,
};

export const proposal: Entity<"proposal"> = {
  tag: {
    name: "Proposals",
    description:
      "Prepare an incident that an administrator publishes or discards. Visitors don't see it before.",
  },
  items: [Proposal],
  examples: () => ({
    NewProposal: {
      name: exampleProposal.name,
      message: exampleProposal.message,
      components: exampleProposal.components,
    },
    ProposalChange: { message: exampleProposal.message },
    ProposalPublication: { message: exampleProposal.message, notifySubscribers: false },
    Proposal: exampleProposal,
  }),
  audit: auditedTable(
    proposals,
    proposals.proposalID,
    columnsWithout(
      proposals,
      "proposalID",
      "createdByKind",
      "createdByName",
      "ruleUpdatedAt",
      "createdAt",
      "updatedAt",
    ),
  ),
  archive: {
    proposals: {
      table: proposals,
      input: ProposalChange,
      fields: ({ json, accepted }) => ({
        components: json(ComponentStatuses, 100_000),
        createdByName: accepted(z.string().max(MAX_ACTOR_NAME_CHARACTERS)),
      }),
    },
  },
};
