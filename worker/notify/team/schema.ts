import * as z from "zod";
import { requireAnyField, text } from "../../http/schema.ts";
import { channelNames } from "../chat/domain.ts";
import { deliveryStates } from "../outbox/domain.ts";
import { MAX_ENTERED_ADDRESS_CHARACTERS } from "../subscribers/domain.ts";
import { chosenComponents, chosenGroups, enteredTimeZone } from "../subscribers/schema.ts";
import { teamChannelStates } from "./domain.ts";

const fields = z.object({
  name: text("Name", { min: 1, max: 100 }).describe("What administrators find the channel by."),
  everything: z
    .boolean({ error: "everything must be true or false." })
    .describe(
      "Whether it hears of every incident and maintenance. The default is true if neither `components` nor `groups` is given.",
    ),
  components: chosenComponents.describe(
    "The IDs of the components to hear of. Without them, `groups` and `everything`, it hears of no incident or maintenance.",
  ),
  groups: chosenGroups.describe(
    "The IDs of the groups to hear of: of each of their components, also those that are added later.",
  ),
  failures: z
    .boolean({ error: "failures must be true or false." })
    .describe(
      "Whether it is told about metrics that can't be collected, emails that bounce, channels that get no more messages, and every proposal. The default is false. It is told about proposals that name its components in any case.",
    ),
  timeZone: enteredTimeZone.describe(
    "The time zone of times in its messages, of the tz database. The default is UTC.",
  ),
});

export const NewTeamChannel = fields
  .partial()
  .required({ name: true })
  .extend({
    address: z
      .string({
        error: ({ input }) => (input === undefined ? "Address is required." : "Address must be a string."),
      })
      .min(1, "Address is required.")
      .max(MAX_ENTERED_ADDRESS_CHARACTERS, {
        error: () =>
          `Address can be ${MAX_ENTERED_ADDRESS_CHARACTERS.toLocaleString("en")} characters at most.`,
      })
      .describe(
        "An email address, the https address of a webhook of Slack, Discord, Microsoft Teams or Google Chat, or any other https address, which gets signed webhooks.",
      ),
  })
  .meta({ id: "NewTeamChannel" });
export type NewTeamChannel = z.output<typeof NewTeamChannel>;

export const TeamChannelChange = requireAnyField(fields.partial()).meta({ id: "TeamChannelChange" });
export type TeamChannelChange = z.output<typeof TeamChannelChange>;

const time = z.iso.datetime();

const channelFields = z.object({
  channelID: z.string(),
  channel: z.enum(channelNames).describe("What the address belongs to."),
  name: z.string(),
  address: z
    .string()
    .describe("An email address, or the host and the last characters of another address, which is secret."),
  everything: z.boolean(),
  components: z.array(z.string()).describe("Empty if `everything` is true."),
  groups: z.array(z.string()).describe("Empty if `everything` is true."),
  failures: z.boolean(),
  timeZone: z.string(),
  createdAt: time,
  updatedAt: time,
});

export const TeamChannel = channelFields.meta({ id: "TeamChannel" });
export type TeamChannel = z.output<typeof TeamChannel>;

export const AddedTeamChannel = channelFields
  .extend({
    secret: z
      .string()
      .nullable()
      .describe("What signs a webhook's messages. It is shown only here. null for other channels."),
  })
  .meta({ id: "AddedTeamChannel" });
export type AddedTeamChannel = z.output<typeof AddedTeamChannel>;

const delivery = z.object({
  kind: z.enum(["incident", "maintenance", "component", "proposal", "failure"]),
  name: z.string().describe("The incident, maintenance, component or proposal, or what has failed."),
  status: z.string().describe("The status that the message reports. Empty for failures."),
  createdAt: time,
  state: z.enum(deliveryStates),
  attempts: z.int().min(0).describe("The number of failed tries."),
  error: z.string().describe("Why the last try failed, or why nothing is sent."),
});
export type TeamDelivery = z.output<typeof delivery>;

export const TeamChannels = z
  .array(
    channelFields.extend({
      state: z
        .enum(teamChannelStates)
        .describe(
          "`paused` after a message that failed ten times, until a test arrives. `ended` if its email bounced or was reported as spam, or the service said that the address doesn't exist anymore.",
        ),
      lastDelivery: delivery
        .nullable()
        .describe("The newest message, or the one that is retried while later ones wait."),
    }),
  )
  .meta({ id: "TeamChannels" });
export type TeamChannels = z.output<typeof TeamChannels>;

export const TeamDeliveries = z.array(delivery).meta({ id: "TeamDeliveries" });

/** These calls need no fields. */
export const TeamChannelAction = z.object({}).meta({ id: "TeamChannelAction" });

export const TeamTest = z
  .object({
    isDelivered: z.boolean(),
    status: z.int().nullable().describe("The HTTP status of the answer. null without any, and for email."),
    error: z.string().describe("Why it wasn't delivered, or empty."),
  })
  .meta({ id: "TeamTest" });
export type TeamTest = z.output<typeof TeamTest>;

export const WebhookSecret = z
  .object({ secret: z.string().describe("The new secret. For a day, the one before also signs.") })
  .meta({ id: "WebhookSecret" });
