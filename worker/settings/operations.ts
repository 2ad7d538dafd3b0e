import { operationTexts } from "../openapi/operation-text.ts";

export const settingsOperations = operationTexts("Settings", {
  getSettings: {
    summary: "Get the settings",
    description: "Returns all settings, with the values of the API keys.",
  },
  updateSettings: {
    summary: "Update the settings",
    description:
      "Changes the fields that the body names and keeps the others. Before email is turned on or its sender changes, a test email is sent to the sender's address; if that fails, the call is refused with the email service's own words, and nothing is changed.",
  },
  createApiKey: {
    summary: "Create an API key",
    description:
      "Creates a key for calls under `/api/v0`. Without a body it may do everything and never expires. There can be 100 keys.",
  },
  deleteApiKey: {
    summary: "Delete an API key",
    description:
      "Deletes the key, which stops working at once. Succeeds, too, where the key is gone already.",
  },
  uploadLogo: {
    summary: "Upload a logo",
    description:
      "Stores a PNG or JPEG of 2 MiB at most as the logo of the page, in the place of the one before. What an image is is told by its bytes, whatever the data URL claims.",
  },
  deleteLogo: {
    summary: "Delete the logo",
    description:
      "Deletes the logo, so that the page shows the service's name. Succeeds, too, where it is gone already.",
  },
  getPublicSettings: {
    summary: "Get the public settings",
    description: "Returns what visitors may know of the settings.",
  },
  getLogo: {
    summary: "Get a logo's image",
    description: "Returns the image. Each upload has another address, so that it can be cached for a year.",
  },
});
