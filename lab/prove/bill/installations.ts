/** An installation and its stated load. What one invocation costs is counted; how often it happens is stated here. */
export interface Installation {
  name: string;
  components: number;
  metrics: number;
  /** Open pages, all day long. */
  visitors: number;
  subscribers: number;
  /** Incidents and updates a day. */
  updates: number;
  /** Cloudflare's locations whose caches serve the visitors, each with one isolate of the Worker. */
  locations: number;
  /** Hours a day that consoles are open, all together. */
  consoleHours: number;
}

export const installations: Installation[] = [
  {
    name: "idle",
    components: 10,
    metrics: 0,
    visitors: 0,
    subscribers: 0,
    updates: 0,
    locations: 0,
    consoleHours: 0,
  },
  {
    name: "small",
    components: 10,
    metrics: 5,
    visitors: 100,
    subscribers: 50,
    updates: 2,
    locations: 10,
    consoleHours: 1,
  },
  {
    name: "large",
    components: 200,
    metrics: 500,
    visitors: 10_000,
    subscribers: 10_000,
    updates: 10,
    locations: 100,
    consoleHours: 16,
  },
];

export const PAST_INCIDENTS = 1000;
/** An open page asks once a minute while nothing changes: web/status/enhance/live-update.ts. */
export const POLLS_A_DAY = 1440;
/** Browsers load graphs that are in view, and reload them with each poll. */
export const GRAPHS_IN_VIEW = 2;
/** A location asks the Worker for an address at most once in 10 seconds: worker/cache/. */
export const REVALIDATIONS_A_DAY = 8640;
/** A console asks for three lists every 5 seconds. */
export const CONSOLE_POLLS_AN_HOUR = 3 * 720;
/** Not measured: the status project's Function only forwards a request. */
export const PAGES_FUNCTION_CPU_MS = 1;
