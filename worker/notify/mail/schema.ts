import * as z from "zod";
import { channelNames } from "../chat/domain.ts";
import { enteredAddress } from "../subscribers/schema.ts";

const count = z.int().min(0);

const counts = z.object({
  sent: count,
  failed: count.describe("Refused by the email service, or not sent within a day."),
  waiting: count,
  withdrawn: count.describe(
    "Not sent because the subscription ended, the incident was deleted, or email was turned off.",
  ),
});

const endpointCounts = {
  sent: count,
  failed: count,
  waiting: count,
  withdrawn: count,
};

const problems = z
  .array(z.object({ error: z.string(), count }))
  .describe("The email service's messages about emails that failed or are waiting, most frequent first.");

export const MailMessages = z
  .object({
    messages: z.array(
      counts.extend({
        messageID: z.string(),
        kind: z.enum(["incident", "maintenance"]),
        noticeID: z.string(),
        noticeUpdateID: z
          .string()
          .nullable()
          .describe(
            "The update or write-up that it is about. null for a maintenance's new time and a reminder.",
          ),
        name: z.string(),
        status: z.string(),
        createdAt: z.iso.datetime(),
        problems,
        channels: z
          .array(z.object({ channel: z.enum(channelNames), ...endpointCounts }))
          .describe("The same for webhooks, each chat service and browsers, if they got anything about it."),
      }),
    ),
    confirmations: counts
      .extend({
        problems,
        warnings: z
          .array(z.string())
          .describe(
            "What prevents people from subscribing now, or did so in the last 24 hours, in sentences.",
          ),
      })
      .describe("Emails of the last 7 days that ask to confirm a subscription."),
  })
  .meta({ id: "MailMessages" });
export type MailMessages = z.output<typeof MailMessages>;

export const TestMail = z.object({ emailAddress: enteredAddress }).meta({ id: "TestMail" });

export const Recipients = z
  .object({
    mailIsOn: z.boolean(),
    count: count.describe("The number of confirmed subscribers who would get the email."),
    endpointsAreOn: z.boolean(),
    endpointCount: count.describe(
      "The number of webhooks, chat channels and browsers that would get the update.",
    ),
    channels: z
      .array(z.object({ channel: z.enum(channelNames), count }))
      .describe("The same for each of these channels."),
    teamChannels: z
      .array(z.string())
      .describe(
        "The names of the team's own channels that would get the update. They are in no other count.",
      ),
  })
  .meta({ id: "Recipients" });
export type Recipients = z.output<typeof Recipients>;
