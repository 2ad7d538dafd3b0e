import * as z from "zod";
import type { Entity } from "../storage/entity.ts";
import { mailRegions } from "./domain.ts";
import { SettingsChange } from "./schema.ts";
import { settings as settingsTable } from "./table.ts";

const { emailNotification, endpointsEnabled: _, turnstile: __, ...fields } = SettingsChange.shape;

export const settings: Entity<"settings"> = {
  archive: {
    settings: {
      table: settingsTable,
      omit: {
        emailEnabled: "A restored installation sends nothing until an administrator turns it on.",
        endpointsEnabled: "A restored installation sends nothing until an administrator turns it on.",
        id: "There is one row.",
        turnstileSecret: "A secret.",
        turnstileSiteKey: "It works only with its secret.",
      },
      fields: () => ({
        ...fields,
        sourceRegion: z.enum(mailRegions.map(({ id }) => id)),
        // It becomes a header of emails, so line breaks around it don't stay as other texts' do.
        sourceEmailAddress: emailNotification.unwrap().shape.sourceEmailAddress,
      }),
      isPartial: true,
      check: (row) =>
        row.refine((fields) => Object.keys(fields).length > 0, { error: "The settings have no field." }),
    },
  },
};

export const apiKey: Entity<"apiKey"> = { archive: {} };
