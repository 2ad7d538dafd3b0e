import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { startCloudWatch } from "../../../tools/start/cloudwatch.ts";
import { startMailService } from "../../../tools/start/mail-service.ts";
import { startFakeSNS } from "../../support/fakes/fake-sns.ts";
import { startTokenIssuer } from "../../support/fakes/fake-token-issuer.ts";
import { startFakePrometheus } from "../../support/fakes/prometheus.ts";
import { startTurnstile } from "../../support/fakes/turnstile.ts";
import { startRecordedMail } from "../../support/readers/mail.ts";

// workerd doesn't retry a request that it sent on an idle connection while the server was closing it. By default Node's
// server closes idle connections, and says after how long in a Keep-Alive header.

const services: Record<string, () => Promise<{ url: string; stop: () => Promise<unknown> }>> = {
  "the mail service": async () => {
    const { endpoint: url, stop } = await startMailService();
    return { url, stop };
  },
  "the watched mail service": async () => {
    const { vars, stop } = await startRecordedMail();
    return { url: vars.SES_ENDPOINT, stop };
  },
  CloudWatch: async () => {
    const { endpoint: url, stop } = await startCloudWatch();
    return { url, stop };
  },
  Prometheus: startFakePrometheus,
  "the topic": async () => {
    const { vars, stop } = await startFakeSNS();
    return { url: vars.SNS_ENDPOINT, stop };
  },
  Turnstile: async () => {
    const { vars, stop } = await startTurnstile();
    return { url: vars.TURNSTILE_ENDPOINT, stop };
  },
  "the user pool": async () => {
    const { endpoint: url, stop } = await startTokenIssuer();
    return { url, stop };
  },
};

test.for(Object.entries(services))("%s keeps idle connections open", async ([, start]) => {
  const { url, stop } = await start();
  const agent = new Agent({ keepAlive: true });
  try {
    const { connection, "keep-alive": keepAlive } = await new Promise<NodeJS.Dict<string | string[]>>(
      (resolve, reject) =>
        request(url, { method: "POST", agent }, (response) => {
          response.resume().on("end", () => resolve(response.headers));
        })
          .on("error", reject)
          .end("{}"),
    );
    expect([connection, keepAlive]).toEqual(["keep-alive", undefined]);
  } finally {
    agent.destroy();
    await stop();
  }
});
