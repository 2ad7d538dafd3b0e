export const MAX_TEAM_CHANNELS = 20;

export const teamChannelStates = ["active", "paused", "ended"] as const;
