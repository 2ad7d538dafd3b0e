import { IANAZone } from "luxon";
import * as z from "zod";

const choice = z.object({
  components: z
    .array(z.string({ error: "Components must be a list of ids." }), {
      error: "Components must be a list of ids.",
    })
    .max(1000, "Components can be 1,000 at most.")
    .overwrite((ids) => [...new Set(ids)])
    .describe("Ids of the components to hear about; without it everything."),
  timeZone: z
    .string({ error: "Time zone must be a text." })
    .max(64, "This time zone is not known.")
    .refine((zone) => IANAZone.isValidZone(zone), { error: "This time zone is not known." })
    .describe("Of the tz database, as in Europe/Madrid; UTC unless told. Times in mails are in it, too."),
  language: z
    .string({ error: "Language must be a text." })
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "Language must be as in en or pt-BR.")
    .max(35, "Language must be as in en or pt-BR.")
    .describe("As in en or pt-BR; English unless told."),
});

export const NewSubscriber = choice
  .partial()
  .extend({
    emailAddress: z.string({
      error: ({ input }) =>
        input === undefined ? "Email Address is required." : "Email Address must be a text.",
    }),
    website: z
      .unknown()
      .optional()
      .describe("Nobody sees this field, so whoever fills it in is no person: it stays empty."),
  })
  .meta({ id: "NewSubscriber" });
export type NewSubscriber = z.output<typeof NewSubscriber>;

/**
 * The same from a form of ours, where `about` is "everything" or "chosen". Nobody has typed a time zone, so one that a
 * browser alone knows is no reason to refuse.
 */
export const SubscriptionForm = z
  .object({
    about: z.string().catch("everything"),
    components: z.preprocess(
      (chosen) => (chosen === undefined ? [] : [chosen].flat()),
      z.array(z.string()).max(1000),
    ),
    timeZone: choice.shape.timeZone.catch("UTC"),
    language: choice.shape.language.catch("en"),
  })
  .transform(({ about, ...chosen }) => ({ ...chosen, everything: about !== "chosen" }));
export type SubscriptionForm = z.output<typeof SubscriptionForm>;

/** What else the form to subscribe sends. */
export const SubscriberForm = z.object({ emailAddress: z.string().catch(""), website: z.string().catch("") });
