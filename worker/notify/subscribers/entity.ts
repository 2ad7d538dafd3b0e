import * as z from "zod";
import { entityNames } from "../../entities/domain.ts";
import { MAX_URL_CHARACTERS } from "../../shared/domain.ts";
import type { Entity } from "../../storage/entity.ts";
import { channelNames } from "../chat/domain.ts";
import { subscriptionFields } from "./schema.ts";
import { subscribers } from "./table.ts";

const MAX_CHOICES = 1000;
/** With the secret before them and the newest, five sign. */
const MAX_EARLIER_ROTATIONS = 3;

const { exampleID: componentID } = entityNames.component;

const pushEndpoint = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABexample";

export const subscriber: Entity<"subscriber"> = {
  tag: {
    name: "Subscribers",
    description: "Subscribe an address to emails, and find or erase what is stored about it.",
  },
  items: [],
  examples: () => ({
    NewSubscriber: {
      emailAddress: "reader@example.com",
      components: [componentID],
      reminders: ["day"],
      timeZone: "Europe/Madrid",
      language: "es",
    },
    SubscriberCounts: {
      channels: [{ channel: "email", confirmed: 1204, unconfirmed: 12, ended: 30, paused: 0 }],
    },
    SubscriberQuery: { search: "reader@", channel: "email", state: "confirmed" },
    SubscriberPage: {
      subscribers: [
        {
          subscriberID: "Zm9vYmFyYmF6cXV4cXV1eA",
          channel: "email",
          address: "reader@example.com",
          state: "confirmed",
          everything: false,
          groups: ["Payments"],
          components: ["API"],
          language: "en",
          requestedAt: "2026-01-31T09:00:00.000Z",
          confirmedAt: "2026-01-31T09:05:00.000Z",
          pausedSince: null,
          lastDelivery: { state: "sent", createdAt: "2026-02-03T14:20:00.000Z", error: "" },
        },
      ],
      nextCursor: null,
    },
    KnownAddress: { emailAddress: "reader@example.com" },
    Erasure: { emailAddress: "reader@example.com" },
    FoundSubscriber: { subscriber: null },
    NewPushSubscription: {
      endpoint: pushEndpoint,
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      components: [componentID],
      language: "es",
    },
    KnownPushSubscription: { endpoint: pushEndpoint },
    FoundPushSubscription: {
      subscription: { everything: false, components: [componentID], groups: [], reminders: [] },
    },
    PushKey: {
      publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    },
  }),
  audit: null,
  archive: {
    /** A subscriber with all choices. One statement reads it, so it is complete even if subscribers change in the meantime. */
    subscribers: {
      table: subscribers,

      omit: {
        emailAddress: "`address` has it.",
        lane: "It follows from the channel.",
        isTeam:
          "Channels of the team are left out: a restored copy must not post to them beside this installation.",
        name: "Only channels of the team have it.",
        shownAddress: "Only channels of the team have it.",
        receivesAlerts: "Only channels of the team have it.",
        updatedAt: "Only channels of the team have it.",
        mailboxKey: "A restore computes it with SECRET_KEY.",
      },
      fields: ({ id, time, count }) => ({
        channel: z.enum(channelNames).exclude(["push"]),
        /** Where updates are sent. Empty if the subscription has ended, or if the address could not be decrypted. */
        address: z.string().max(MAX_URL_CHARACTERS),
        /** Stands for an address that isn't stored any more. Only the SECRET_KEY that made it recognizes the address. */
        addressKey: z
          .string()
          .max(64)
          .regex(/^[0-9a-f]{64}$/, { error: "An address key has 64 hexadecimal digits." })
          .nullable(),
        timeZone: subscriptionFields.shape.timeZone,
        language: subscriptionFields.shape.language,
        components: z.array(id).max(MAX_CHOICES),
        groups: z.array(id).max(MAX_CHOICES),
        notices: z
          .array(z.strictObject({ noticeID: id, isConfirmed: z.boolean(), createdAt: time }))
          .max(MAX_CHOICES),
        endpoint: z
          .strictObject({
            pausedSince: time.nullable(),
            secretVersion: count,
            rotatedAt: time.nullable(),
            earlierRotations: z.array(time.nullable()).max(MAX_EARLIER_ROTATIONS).nullable(),
            isSecretShown: z.boolean(),
          })
          .nullable(),
      }),
    },
  },
};
