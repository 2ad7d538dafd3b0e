/** The ways to reach subscribers. Every channel but email posts to an https address, the subscriber's endpoint. */
export const channelNames = ["email", "webhook", "slack", "discord", "teams", "google-chat"] as const;
export type ChannelName = (typeof channelNames)[number];
export type EndpointChannelName = Exclude<ChannelName, "email">;
