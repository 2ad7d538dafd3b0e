import { operationTexts } from "../openapi/operation-text.ts";

export const publicSettingsOperations = operationTexts("Read the status page", {
  getPublicSettings: {
    summary: "Get the public settings",
    description: "Returns the settings that visitors can see.",
  },
  getLogo: {
    summary: "Get a logo's image",
    description: "Returns the image. Each upload gets a new address, so the image can be cached for a year.",
  },
});
