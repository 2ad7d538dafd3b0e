import type { Subject } from "./subject.ts";

export const modes = ["down", "slow", "flapping"] as const;
export type Mode = (typeof modes)[number];

interface Failure {
  /** Headers that inject the fault into a request. */
  headers?: Record<string, string>;
  /** Breaks it also for the cron, queues and what the Worker calls. */
  fail?: (subject: Subject) => unknown;
  repair?: (subject: Subject) => unknown;
  /** The queues take messages, and deliver none during the outage. */
  holdsMessages?: true;
}

const SLOW_MS = 600;
/** Longer than any of the Worker's own time limits. */
const HANGING_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const repairBindings = ({ queues }: Subject) => queues.repairBindings();
const repairMail = ({ mail }: Subject) => mail.restoreResponses();
const repairMonitoring = ({ prometheus }: Subject) => prometheus.reset();
const repairPool = ({ pool }: Subject) => {
  pool.keySetResponse.state = "valid";
};

/** Flapping is down for every other request and minute. */
export const dependencies: Record<string, Record<"down" | "slow", Failure & { what: string }>> = {
  D1: {
    down: {
      what: "no connection",
      headers: { "x-test-break-d1": "all" },
      fail: ({ queues }) => queues.breakBindings("d1"),
      repair: repairBindings,
    },
    slow: { what: `${SLOW_MS} ms a call`, headers: { "x-test-slow-d1": String(SLOW_MS) } },
  },
  R2: {
    down: {
      what: "no connection",
      headers: { "x-test-break-r2": "all" },
      fail: ({ queues }) => queues.breakBindings("r2"),
      repair: repairBindings,
    },
    slow: { what: `${SLOW_MS} ms a call`, headers: { "x-test-slow-r2": String(SLOW_MS) } },
  },
  queues: {
    down: {
      what: "take no message",
      fail: ({ queues }) => queues.breakBindings("queues"),
      repair: repairBindings,
    },
    slow: { what: "deliver nothing until the end", holdsMessages: true },
  },
  "user pool": {
    down: {
      what: "no connection",
      fail: ({ pool }) => {
        pool.keySetResponse.state = "disconnected";
      },
      repair: repairPool,
    },
    slow: {
      what: "doesn't respond",
      fail: ({ pool }) => {
        pool.keySetResponse.state = "hanging";
      },
      repair: repairPool,
    },
  },
  "email service": {
    down: {
      what: "no connection",
      fail: ({ mail }) => mail.overrideResponses(() => "hang up"),
      repair: repairMail,
    },
    slow: {
      what: "2 s an email",
      fail: ({ mail }) =>
        mail.overrideResponses(async (_, forward) => {
          await pause(2000);
          return forward();
        }),
      repair: repairMail,
    },
  },
  monitoring: {
    down: {
      what: "no connection",
      fail: ({ prometheus }) => prometheus.overrideResponses((response) => void response.destroy()),
      repair: repairMonitoring,
    },
    slow: {
      what: "doesn't respond",
      fail: ({ prometheus }) =>
        prometheus.overrideResponses(
          (response) => void setTimeout(() => response.destroy(), HANGING_MS).unref(),
        ),
      repair: repairMonitoring,
    },
  },
};
