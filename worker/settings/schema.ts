import * as z from "zod";
import { somethingToChange, text } from "../schema.ts";

const fields = z.object({
  serviceName: text("Service name", { max: 200 }),
  backgroundColor: z
    .string({ error: "Background color must be a text." })
    .regex(/^#[0-9A-Fa-f]{6}$/, "Background color must be a color as in #1A2B3C."),
});

export const SettingsChange = somethingToChange(fields.partial());
export type SettingsChange = z.output<typeof SettingsChange>;

export const PublicSettings = z.object({
  serviceName: z.string(),
  backgroundColor: z.string(),
  statusPageURL: z.string(),
});
export type PublicSettings = z.output<typeof PublicSettings>;

/** What administrators see. */
export const Settings = PublicSettings.extend({ adminPageURL: z.string() });
export type Settings = z.output<typeof Settings>;
