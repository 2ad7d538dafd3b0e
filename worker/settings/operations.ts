import { operationTexts } from "../openapi/operation-text.ts";

export const settingsOperations = operationTexts("Settings", {
  getSettings: {
    summary: "Get the settings",
    description: "Returns all settings, with the values of the API keys.",
  },
  updateSettings: {
    summary: "Update the settings",
    description:
      "Changes the fields in the body and keeps the others. Before email is turned on or its sender or service changes, a test email is sent to the sender's address. If that fails, nothing is changed and the response has the email service's own message.",
  },
  createApiKey: {
    summary: "Create an API key",
    description:
      "Creates a key for calls under `/api/v0`. Without a body, the key has the scope `all` and never expires. There can be at most 100 keys.",
  },
  updateApiKey: {
    summary: "Set how alerts of an API key are read",
    description:
      "Says where an alert is in the bodies that are sent with this key to the source `generic` in another format. What was received before stays as it is.",
  },
  deleteApiKey: {
    summary: "Delete an API key",
    description:
      "Deletes the key, which stops working immediately. Also succeeds if the key was already deleted.",
  },
  uploadLogo: {
    summary: "Upload a logo",
    description:
      "Stores a PNG or JPEG of at most 2 MiB as the page's logo, its logo in the dark theme or its icon, and replaces the previous one of that kind. The image's bytes decide its type, not the data URL.",
  },
  deleteLogo: {
    summary: "Delete the logo",
    description:
      "Deletes the image. Without a logo, the page shows the service's name. Also succeeds if the logo was already deleted.",
  },
});
