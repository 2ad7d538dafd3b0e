import * as z from "zod";
import { writtenAddress } from "../subscribers/schema.ts";

const count = z.int().min(0);

const counts = z.object({
  sent: count,
  failed: count.describe("Refused by the mail service, or given up after a day."),
  waiting: count,
  withdrawn: count.describe(
    "Not sent any more: the subscription had ended, the incident was deleted, or mail was switched off.",
  ),
});

const problems = z
  .array(z.object({ words: z.string(), count }))
  .describe("What the mail service said of those that failed or wait, the most frequent first.");

export const MailMessages = z
  .object({
    messages: z.array(
      counts.extend({
        messageID: z.string(),
        kind: z.enum(["incident", "maintenance"]),
        noticeID: z.string(),
        name: z.string(),
        status: z.string(),
        createdAt: z.iso.datetime(),
        problems,
      }),
    ),
    confirmations: counts
      .extend({
        problems,
        warnings: z
          .array(z.string())
          .describe(
            "What keeps readers from subscribing right now or did in the last 24 hours, in sentences.",
          ),
      })
      .describe("Mails that ask to confirm a subscription, of the last 7 days."),
  })
  .meta({ id: "MailMessages" });
export type MailMessages = z.output<typeof MailMessages>;

export const TestMail = z.object({ emailAddress: writtenAddress }).meta({ id: "TestMail" });

export const Recipients = z
  .object({
    mailIsOn: z.boolean(),
    count: count.describe("Confirmed subscribers who hear of it."),
  })
  .meta({ id: "Recipients" });
export type Recipients = z.output<typeof Recipients>;
