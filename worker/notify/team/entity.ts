import { entityNames } from "../../entities/domain.ts";
import { type Entity, exampleTimes } from "../../storage/entity.ts";
import { auditedChannel } from "./audited.ts";
import { AddedTeamChannel, TeamChannel } from "./schema.ts";

const { exampleID: componentID } = entityNames.component;
const { exampleID: channelID } = entityNames.channel;

const exampleChannel = {
  channelID,
  channel: "slack",
  name: "Operations",
  address: "hooks.slack.com/…mple",
  everything: true,
  components: [],
  groups: [],
  failures: true,
  timeZone: "Europe/Madrid",
  createdAt: exampleTimes.began,
  updatedAt: exampleTimes.began,
};

const exampleDelivery = {
  kind: "incident",
  name: "The API answers slowly",
  status: "Identified",
  createdAt: exampleTimes.later,
  state: "sent",
  attempts: 0,
  error: "",
};

export const channel: Entity<"channel"> = {
  tag: {
    name: "Team channels",
    description:
      "Tell the team's own chats, webhooks and mailboxes about incidents, maintenances and failures.",
  },
  items: [TeamChannel, AddedTeamChannel],
  parameters: { channelID: ["The ID of one of the team's channels.", channelID] },
  examples: () => ({
    NewTeamChannel: {
      name: "Operations",
      address: "https://hooks.slack.com/services/T00000000/B00000000/example",
      failures: true,
    },
    TeamChannelChange: { everything: false, components: [componentID] },
    TeamChannel: exampleChannel,
    AddedTeamChannel: { ...exampleChannel, secret: null },
    TeamChannels: [{ ...exampleChannel, state: "active", lastDelivery: exampleDelivery }],
    TeamDeliveries: [exampleDelivery],
    TeamChannelAction: {},
    TeamTest: { isDelivered: true, status: 200, error: "" },
    WebhookSecret: { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  }),
  audit: auditedChannel,
  archive: {},
};
