import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { startCloudWatch } from "../../tools/start/cloudwatch.ts";
import { startMailService } from "../../tools/start/mail-service.ts";
import { startWatchedMail } from "../support/mail.ts";
import { startPrometheus } from "../support/prometheus.ts";
import { startTopic } from "../support/topic.ts";
import { startTurnstile } from "../support/turnstile.ts";
import { startUserPool } from "../support/user-pool.ts";

// workerd does not send a request again that it sent on an idle connection which the server was just closing. Node's
// server tells how long it waits until it closes one.

const services: Record<string, () => Promise<{ url: string; stop: () => Promise<unknown> }>> = {
  "the mail service": async () => {
    const { endpoint: url, stop } = await startMailService();
    return { url, stop };
  },
  "the watched mail service": async () => {
    const { vars, stop } = await startWatchedMail();
    return { url: vars.SES_ENDPOINT, stop };
  },
  CloudWatch: async () => {
    const { endpoint: url, stop } = await startCloudWatch();
    return { url, stop };
  },
  Prometheus: startPrometheus,
  "the topic": async () => {
    const { vars, stop } = await startTopic();
    return { url: vars.SNS_ENDPOINT, stop };
  },
  Turnstile: async () => {
    const { vars, stop } = await startTurnstile();
    return { url: vars.TURNSTILE_ENDPOINT, stop };
  },
  "the user pool": async () => {
    const { endpoint: url, stop } = await startUserPool();
    return { url, stop };
  },
};

test.for(Object.entries(services))(
  "%s leaves it to the Worker to close idle connections",
  async ([, start]) => {
    const { url, stop } = await start();
    const agent = new Agent({ keepAlive: true });
    try {
      const { connection, "keep-alive": closesAfter } = await new Promise<NodeJS.Dict<string | string[]>>(
        (resolve, reject) =>
          request(url, { method: "POST", agent }, (response) => {
            response.resume().on("end", () => resolve(response.headers));
          })
            .on("error", reject)
            .end("{}"),
      );
      expect([connection, closesAfter]).toEqual(["keep-alive", undefined]);
    } finally {
      agent.destroy();
      await stop();
    }
  },
);
