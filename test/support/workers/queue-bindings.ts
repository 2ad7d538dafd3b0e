export type QueueBinding = {
  [Name in keyof Env]-?: Env[Name] extends Queue ? Name : never;
}[keyof Env];

/** A queue that wrangler.toml adds and this lacks doesn't compile. */
const all: Record<QueueBinding, true> = {
  DATAPOINTS: true,
  BACKLOG: true,
  COLLECTION: true,
  MAIL: true,
  TEAM: true,
  CHAT: true,
  ENDPOINTS: true,
};

export const queueBindings = Object.keys(all) as QueueBinding[];
