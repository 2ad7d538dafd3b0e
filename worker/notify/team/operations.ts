import { operationTexts } from "../../openapi/operation-text.ts";

export const teamOperations = operationTexts("Team channels", {
  listTeamChannels: {
    summary: "List the team's channels",
    description: "Returns each channel with its state and its last message, sorted by name.",
  },
  getTeamChannel: {
    summary: "Get a channel of the team",
    description: "Returns the channel. Calls that change it take its `ETag` in `If-Match`.",
  },
  addTeamChannel: {
    summary: "Add a channel for the team",
    description:
      "Adds a channel that gets messages at once, without a confirmation, and also while visitors can't subscribe with webhooks and chat. Only email needs email notifications to be on. There can be at most 20, and one for each address. Visitors can subscribe the same address, too.",
  },
  changeTeamChannel: {
    summary: "Change a channel of the team",
    description:
      "Changes the fields in the body and keeps the others. `components` and `groups` replace the whole lists. The address can't be changed: add another channel.",
  },
  deleteTeamChannel: {
    summary: "Delete a channel of the team",
    description: "Deletes the channel. Also succeeds if it was already deleted.",
  },
  testTeamChannel: {
    summary: "Test a channel of the team",
    description: "Sends a test message at once. A paused channel whose test arrives is active again.",
  },
  replaceTeamChannelSecret: {
    summary: "Replace a webhook's secret",
    description:
      "Returns a new secret that signs the messages of a webhook. For a day, messages have a signature of the old one, too.",
  },
  listTeamChannelDeliveries: {
    summary: "List a channel's messages",
    description:
      "Returns the messages of the last 90 days to a channel of the team, newest first, at most 50.",
  },
});
