import * as z from "zod";

export const PublicSignIn = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("variables") }),
    z.object({ kind: z.literal("none") }),
    z.object({ kind: z.literal("pool"), userPoolID: z.string(), clientID: z.string() }),
    z.object({ kind: z.literal("provider"), issuer: z.string(), clientID: z.string() }),
    z.object({ kind: z.literal("access"), audience: z.string() }),
  ])
  .meta({ id: "PublicSignIn" });
export type PublicSignIn = z.output<typeof PublicSignIn>;
