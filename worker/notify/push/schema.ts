import * as z from "zod";
import { reminders } from "../subscribers/domain.ts";
import { subscriptionFields, turnstileToken } from "../subscribers/schema.ts";
import { MAX_PUSH_ENDPOINT_CHARACTERS } from "./domain.ts";

const endpointError = () =>
  `Endpoint must be the address that the browser gives, with ${MAX_PUSH_ENDPOINT_CHARACTERS.toLocaleString("en")} characters at most.`;
const endpoint = z
  .string({ error: endpointError })
  .max(MAX_PUSH_ENDPOINT_CHARACTERS, { error: endpointError, abort: true })
  .regex(/^https?:\/\/[^\s/?#]+\/\S*$/, { error: endpointError })
  .describe(
    "The address of the browser's push service. Whoever knows it can change and end the subscription.",
  );

function key(name: string, characters: number) {
  const error = `${name} must be ${characters} characters of base64url.`;
  return z
    .string({ error })
    .max(characters, { error, abort: true })
    .regex(new RegExp(`^[\\w-]{${characters}}$`), { error });
}

const keys = z.object(
  { p256dh: key("p256dh", 87), auth: key("auth", 22) },
  { error: "Keys must be an object with p256dh and auth." },
);

const choices = subscriptionFields.omit({ notices: true });

export const NewPushSubscription = choices
  .partial()
  .extend({
    endpoint,
    keys: keys.describe("The keys that messages are encrypted for, as PushSubscription.toJSON() has them."),
    turnstileToken: turnstileToken.describe(
      "The token from Cloudflare's Turnstile. Required for a new subscription if the form at /subscribe/push shows Turnstile.",
    ),
    replaces: endpoint
      .optional()
      .describe(
        "The endpoint before, if the browser has replaced it. Its choices are kept, and those of this request ignored. Nothing happens if it is unknown.",
      ),
  })
  .meta({ id: "NewPushSubscription" });
export type NewPushSubscription = z.output<typeof NewPushSubscription>;

export const KnownPushSubscription = z.object({ endpoint }).meta({ id: "KnownPushSubscription" });

const PushSubscriptionChoices = z.object({
  everything: z.boolean(),
  components: z.array(z.string()).describe("The IDs of the chosen components, if `everything` is false."),
  groups: z.array(z.string()).describe("The IDs of the chosen groups, if `everything` is false."),
  reminders: z.array(z.enum(reminders)),
});

export const FoundPushSubscription = z
  .object({ subscription: PushSubscriptionChoices.nullable().describe("null if the endpoint is unknown.") })
  .meta({ id: "FoundPushSubscription" });
export type FoundPushSubscription = z.output<typeof FoundPushSubscription>;

export const PushKey = z
  .object({
    publicKey: z.string().describe("The applicationServerKey for PushManager.subscribe(), in base64url."),
  })
  .meta({ id: "PushKey" });
