/**
 * The ways to reach subscribers. Every channel but email posts to an https address, the subscriber's endpoint. That of `push` is a
 * browser's.
 */
export const channelNames = ["email", "webhook", "slack", "discord", "teams", "google-chat", "push"] as const;
export type ChannelName = (typeof channelNames)[number];
export type EndpointChannelName = Exclude<ChannelName, "email">;

export const channelTitles: Record<ChannelName, { title: string; counted: string }> = {
  email: { title: "Email", counted: "email address" },
  webhook: { title: "Webhooks", counted: "webhook" },
  slack: { title: "Slack", counted: "Slack channel" },
  discord: { title: "Discord", counted: "Discord channel" },
  teams: { title: "Microsoft Teams", counted: "Teams channel" },
  "google-chat": { title: "Google Chat", counted: "Google Chat space" },
  push: { title: "Browsers", counted: "browser" },
};

interface Address {
  host: string;
  pathname: string;
}

/** Which https addresses of public hosts belong to each chat service. */
export const ownsAddress = {
  slack: ({ host, pathname }: Address) =>
    ["hooks.slack.com", "hooks.slack-gov.com"].includes(host) &&
    /^\/(services|workflows|triggers)\/./.test(pathname),
  discord: ({ host, pathname }: Address) =>
    /^((ptb|canary)\.)?discord(app)?\.com$/.test(host) &&
    /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/.test(pathname),
  // https://learn.microsoft.com/power-automate/ip-address-configuration
  teams: ({ host }: Address) =>
    host.endsWith(".logic.azure.com") ||
    host === "api.powerautomate.com" ||
    host === "api.powerplatform.com" ||
    host.endsWith(".api.powerplatform.com"),
  "google-chat": ({ host, pathname }: Address) =>
    host === "chat.googleapis.com" && /^\/v1\/spaces\/[^/]+\/messages$/.test(pathname),
};
