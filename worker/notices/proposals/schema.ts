import * as z from "zod";
import { ComponentStatuses } from "../../components/schema.ts";
import { requireAnyField } from "../../http/schema.ts";
import { actorKinds } from "../../writes/audit/domain.ts";
import { noticeStatuses } from "../domain.ts";
import { backfillFields, refuseInvalidBackfill } from "../incident/schema.ts";
import { noticeFields, notifyField } from "../schema.ts";

const incidentFields = noticeFields(noticeStatuses.incident);
const fields = incidentFields.omit({ createdAt: true });

export const NewProposal = fields
  .partial({ status: true, message: true, components: true })
  .meta({ id: "NewProposal" });
export type NewProposal = z.output<typeof NewProposal>;

export const ProposalChange = requireAnyField(fields.partial()).meta({ id: "ProposalChange" });
export type ProposalChange = z.output<typeof ProposalChange>;

export const ProposalPublication = incidentFields
  .partial()
  .extend({ ...notifyField, ...backfillFields })
  .superRefine(refuseInvalidBackfill)
  .meta({
    id: "ProposalPublication",
    description:
      "What the incident has in place of what the proposal says, and the options of a new incident.",
  });
export type ProposalPublication = z.output<typeof ProposalPublication>;

export const Proposal = z
  .object({
    proposalID: z.string(),
    name: z.string(),
    status: z.enum(noticeStatuses.incident).describe("The status that the incident gets."),
    message: z.string().describe("Markdown."),
    components: z
      .array(z.object({ componentID: z.string(), status: ComponentStatuses.element.shape.status }))
      .describe(
        "The statuses that the components get, in the order of the status page, without components that were deleted.",
      ),
    incidentID: z
      .string()
      .nullable()
      .describe("The open incident that it would resolve. null if it would be a new incident."),
    createdBy: z
      .object({
        kind: z.enum(actorKinds),
        name: z
          .string()
          .describe("The administrator's email address or name, or the name of the API key or the rule."),
      })
      .describe("Who proposed it."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.output<typeof Proposal>;
