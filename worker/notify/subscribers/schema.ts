import * as z from "zod";
import { MAX_COMPONENTS } from "../../components/domain.ts";
import { MAX_GROUPS } from "../../components/groups/domain.ts";
import { id } from "../../http/schema.ts";
import { isTimeZone } from "../../shared/time/domain.ts";
import { channelNames } from "../chat/domain.ts";
import { deliveryStates } from "../outbox/domain.ts";
import {
  endedReasons,
  listedStates,
  MAX_ENTERED_ADDRESS_CHARACTERS,
  MAX_LISTED_NAMES,
  MIN_SEARCH_CHARACTERS,
  reminders,
  subscriberStates,
} from "./domain.ts";

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const MAX_TOKEN_CHARACTERS = 2048;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

export const enteredAddress = z
  .string({
    error: ({ input }) =>
      input === undefined ? "Email Address is required." : "Email Address must be a string.",
  })
  .max(
    MAX_ENTERED_ADDRESS_CHARACTERS,
    "Email Address can be 254 characters at most, and the address of a webhook 1,000.",
  );

const groupsError = "Groups must be a list of IDs.";
const noticesError = "Notices must be a list of IDs.";
const MAX_NOTICES = 100;
const remindersError = "Reminders must be a list of day and hour.";
const MAX_REMINDERS = 2;
const componentsError = "Components must be a list of IDs.";

const reminder = z.enum(reminders, { error: remindersError });

function idList(error: string, max: number, items: string) {
  return z
    .array(id(error), { error })
    .max(max, { error: () => `There can be at most ${max.toLocaleString("en")} ${items}.` });
}

const zoneError = "Unknown time zone. Use a name such as Europe/Madrid.";

export const enteredTimeZone = z
  .string({ error: "Time zone must be a string." })
  .max(64, { error: zoneError, abort: true })
  .refine(isTimeZone, { error: zoneError });

function formIDs(error: string, max: number) {
  return formList(id(error), max);
}

/** A form sends a single value as a string. */
function formList<Item extends z.ZodType<string>>(item: Item, max: number) {
  return z
    .union([item, z.array(item).max(max)])
    .default([])
    .transform((one) => [one].flat());
}

export const chosenComponents = idList(componentsError, MAX_COMPONENTS, "components");
export const chosenGroups = idList(groupsError, MAX_GROUPS, "groups");

export const subscriptionFields = z.object({
  components: chosenComponents.describe(
    "The IDs of the components to get updates about. Without it, `groups` and `notices`, the subscription is for everything.",
  ),
  groups: chosenGroups.describe(
    "The IDs of the groups to get updates about: about each of their components, also those that are added later.",
  ),
  notices: idList(noticesError, MAX_NOTICES, "incidents and maintenances").describe(
    "The IDs of single incidents and maintenances to get updates about, until 30 days after their end. A subscriber confirms each of them.",
  ),
  reminders: z
    .array(reminder, { error: remindersError })
    .max(MAX_REMINDERS, remindersError)
    .describe(
      "How long before a maintenance starts to get one more email: a day, an hour, or both. The default is no such email.",
    ),
  timeZone: enteredTimeZone.describe(
    "A time zone of the tz database, for example Europe/Madrid, that emails show times in, beside UTC. The default is UTC.",
  ),
  language: z
    .string({ error: "Language must be a string." })
    .max(35, { error: "Language must be a code such as en or pt-BR.", abort: true })
    .regex(LANGUAGE, "Language must be a code such as en or pt-BR.")
    .describe("The language of the emails, for example en or pt-BR. The default is English."),
});

export const turnstileToken = z
  .string({ error: "turnstileToken must be a string." })
  .max(MAX_TOKEN_CHARACTERS, "turnstileToken can be 2,048 characters at most.")
  .optional();

export const NewSubscriber = subscriptionFields
  .partial()
  .extend({
    emailAddress: enteredAddress,
    turnstileToken: turnstileToken.describe(
      "The token from Cloudflare's Turnstile. Required if the form at /subscribe shows Turnstile.",
    ),
    website: z
      .unknown()
      .optional()
      // Any value is accepted, because an error would tell bots about this field.
      .meta({
        type: "string",
        description: "Leave it empty. People don't see this field in the form, so only bots fill it in.",
      }),
  })
  .meta({ id: "NewSubscriber" });
export type NewSubscriber = z.output<typeof NewSubscriber>;

const formFields = z.object({
  about: z.string().max(20).default("everything"),
  components: formIDs(componentsError, MAX_COMPONENTS),
  groups: formIDs(groupsError, MAX_GROUPS),
  notices: formIDs(noticesError, MAX_NOTICES),
  reminders: formList(reminder, MAX_REMINDERS),
  // The browser fills these in, so an unknown value becomes the default instead of an error.
  timeZone: z
    .string()
    .max(64)
    .transform((zone) => (isTimeZone(zone) ? zone : "UTC")),
  language: z
    .string()
    .max(35)
    .transform((language) => (LANGUAGE.test(language) ? language : "en")),
});

export const ChoicesForm = formFields
  .extend({ language: formFields.shape.language.prefault("en") })
  .transform(replaceAbout);
export type ChoicesForm = z.output<typeof ChoicesForm>;

export const SubscribeForm = formFields
  .extend({
    timeZone: formFields.shape.timeZone.prefault("UTC"),
    language: formFields.shape.language.optional(),
    emailAddress: z.string().max(MAX_ENTERED_ADDRESS_CHARACTERS).default(""),
    website: z.string().max(1000).default(""),
    "cf-turnstile-response": z.string().max(MAX_TOKEN_CHARACTERS).default(""),
  })
  .transform(replaceAbout);

function replaceAbout<Form extends { about: string }>({ about, ...rest }: Form) {
  return { ...rest, everything: about !== "chosen" };
}

const lookup = z.object({
  emailAddress: enteredAddress.optional().describe("The address, unless `subscriberID` says who it is."),
  subscriberID: id("subscriberID must be an ID.").optional(),
});

/** @returns whether it says who is meant */
function isNamed({ emailAddress = "", subscriberID }: z.output<typeof lookup>): boolean {
  return emailAddress !== "" || subscriberID !== undefined;
}

const required = { path: ["emailAddress"], error: "Email Address is required." };

export const SubscriberLookup = lookup.refine(isNamed, required).meta({ id: "KnownAddress" });
export type SubscriberLookup = z.output<typeof SubscriberLookup>;

export const Erasure = lookup
  .extend({
    keepMark: z
      .boolean({ error: "keepMark must be true or false." })
      .default(true)
      .describe(
        "Whether to keep an unreadable mark of the address (a hash), so that at most one email in 30 days asks it to confirm.",
      ),
  })
  .refine(isNamed, required)
  .meta({ id: "Erasure" });
export type Erasure = z.output<typeof Erasure>;

const time = z.iso.datetime();

const Delivery = z.object({
  kind: z.enum(["incident", "maintenance", "component", "confirmation"]),
  name: z.string().describe("The name of the incident, maintenance or component. Empty for a confirmation."),
  status: z.string().describe("The status that the email reports."),
  createdAt: time,
  state: z.enum(deliveryStates),
  attempts: z.int().min(0).describe("The number of failed attempts."),
  error: z.string().describe("The email service's message about the last failed attempt."),
  serviceID: z.string().describe("The email service's ID for the email."),
});

export const SubscriberRecord = z.object({
  subscriberID: z.string(),
  channel: z.enum(channelNames).describe("How the subscriber gets updates."),
  emailAddress: z
    .string()
    .describe("Empty after the subscription has ended, and for other channels than email."),
  state: z.enum(subscriberStates).describe("Only confirmed subscribers get emails about incidents."),
  endedReason: z
    .enum(endedReasons)
    .nullable()
    .describe("Why the subscription ended. It stays until a new request is confirmed."),
  endedAt: time.nullable(),
  everything: z.boolean(),
  components: z
    .array(z.object({ componentID: z.string(), name: z.string() }))
    .describe("The chosen components, if `everything` is false."),
  groups: z
    .array(z.object({ groupID: z.string(), name: z.string() }))
    .describe("The chosen groups of components, if `everything` is false."),
  notices: z
    .array(
      z.object({
        noticeID: z.string(),
        name: z.string(),
        isConfirmed: z.boolean().describe("Whether the subscriber gets emails about it."),
      }),
    )
    .describe("The incidents and maintenances that the subscriber follows on their own."),
  timeZone: z.string(),
  language: z.string(),
  reminders: z
    .array(z.enum(reminders))
    .describe("How long before a maintenance starts the subscriber gets one more email."),
  requestedAt: time.describe("When the subscription was last requested before it was confirmed."),
  confirmedAt: time.nullable().describe("When the subscriber gave consent through the link in the email."),
  confirmationSentAt: time.nullable().describe("When an email with that link was last sent."),
  deliveries: z.array(Delivery).describe("Emails of the last 90 days, newest first, at most 10,000."),
});
export type SubscriberRecord = z.output<typeof SubscriberRecord>;

export const FoundSubscriber = z
  .object({ subscriber: SubscriberRecord.nullable().describe("null if the address is unknown.") })
  .meta({ id: "FoundSubscriber" });

const number = z.int().min(0);

export const SubscriberCounts = z
  .object({
    channels: z
      .array(
        z.object({
          channel: z.enum(channelNames),
          confirmed: number,
          unconfirmed: number,
          ended: number.describe("Whose mark is kept, so that nobody can have them asked again too soon."),
          paused: number.describe("Confirmed ones that get nothing, because a message has failed ten times."),
        }),
      )
      .describe("Without channels that nobody has subscribed with, and without the team's own."),
  })
  .meta({ id: "SubscriberCounts" });
export type SubscriberCounts = z.output<typeof SubscriberCounts>;

const searchError = `A search needs ${MIN_SEARCH_CHARACTERS} characters or more.`;
const CURSOR = /^\d{1,15}$/;

export const SubscriberQuery = z
  .object({
    search: z
      .string({ error: "search must be a string." })
      .trim()
      .max(MAX_ENTERED_ADDRESS_CHARACTERS, "A search can be 1,000 characters at most.")
      .refine((text) => text === "" || text.length >= MIN_SEARCH_CHARACTERS, { error: searchError })
      .describe(
        "A part of an email address, of at least three characters, or the whole address of a subscriber of any channel.",
      ),
    channel: z
      .enum(channelNames, { error: "Unknown channel." })
      .describe("Returns only subscribers of this channel."),
    state: z
      .enum(listedStates, { error: `state must be one of: ${listedStates.join(", ")}.` })
      .describe("Returns only subscribers in this state. The default is both."),
    cursor: z
      .string({ error: "cursor must be a string." })
      .max(100, { error: "cursor must be the nextCursor of a response.", abort: true })
      .regex(CURSOR, "cursor must be the nextCursor of a response.")
      .describe("The `nextCursor` of the page before."),
  })
  .partial()
  .meta({ id: "SubscriberQuery" });
export type SubscriberQuery = z.output<typeof SubscriberQuery>;

const listedNames = z.array(z.string()).describe(`At most ${MAX_LISTED_NAMES} of their names.`);

const ListedSubscriber = z.object({
  subscriberID: z.string(),
  channel: z.enum(channelNames),
  address: z
    .string()
    .describe("An email address in full, any other address shortened. Empty if it is stored no more."),
  state: z
    .enum(subscriberStates)
    .describe("Only a search for the whole address finds subscriptions that have ended."),
  everything: z.boolean(),
  groups: listedNames,
  components: listedNames,
  language: z.string(),
  requestedAt: time,
  confirmedAt: time.nullable(),
  pausedSince: time
    .nullable()
    .describe("Nothing has been sent to a webhook or chat since this time, because ten tries have failed."),
  lastDelivery: z
    .object({ state: z.enum(deliveryStates), createdAt: time, error: z.string() })
    .nullable()
    .describe("The newest message of the last 90 days."),
});

export const SubscriberPage = z
  .object({
    subscribers: z.array(ListedSubscriber).describe("The newest first, at most 50."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Of the next page, which can be empty while a search goes on. null on the last page."),
  })
  .meta({ id: "SubscriberPage" });
export type SubscriberPage = z.output<typeof SubscriberPage>;
