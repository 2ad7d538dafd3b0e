import * as z from "zod";
import { channelNames } from "../channels/domain.ts";
import { MAX_URL_CHARACTERS } from "../looks/domain.ts";
import type { Entity } from "../storage/entity.ts";
import { subscriptionFields } from "./schema.ts";
import { subscribers } from "./table.ts";

const MAX_CHOICES = 1000;
/** With the secret before them and the newest, five sign. */
const MAX_EARLIER_ROTATIONS = 3;

export const subscriber: Entity<"subscriber"> = {
  archive: {
    /** A subscriber with all choices. One statement reads it, so it is complete even if subscribers change in the meantime. */
    subscribers: {
      table: subscribers,

      omit: {
        emailAddress: "`address` has it.",
        lane: "It follows from the channel.",
        isTeam: "Channels of the team are left out.",
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
            restingSince: time.nullable(),
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
