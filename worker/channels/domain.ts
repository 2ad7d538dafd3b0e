/**
 * The ways to reach subscribers. Every channel but email posts to an https address, the subscriber's endpoint. That of `push` is a
 * browser's.
 */
export const channelNames = ["email", "webhook", "slack", "discord", "teams", "google-chat", "push"] as const;
export type ChannelName = (typeof channelNames)[number];
export type EndpointChannelName = Exclude<ChannelName, "email">;
