import { afterEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const page = "https://status.example.com";
const httpEndpoint = "http://services.example.com";
let daymark: Daymark;
afterEach(() => daymark.stop());

test("on an https page, tokens aren't verified with keys fetched over http", async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: page, USER_POOL_ENDPOINT: httpEndpoint } });
  const response = await daymark.fetch("/api/settings", {
    headers: { Authorization: await daymark.token() },
  });
  expect(response.status).toBe(503);
  await expect
    .poll(() => daymark.logs.join())
    .toContain("USER_POOL_ENDPOINT in wrangler.toml must begin with https://");
});

test("on an https page, nothing is sent to AWS over http, and the error names the setting", async () => {
  daymark = await startDaymark({
    vars: {
      STATUS_PAGE_URL: page,
      CLOUDWATCH_ENDPOINT: httpEndpoint,
      SES_ENDPOINT: httpEndpoint,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    },
  });
  const headers = { Authorization: await daymark.token(), "Content-Type": "application/json" };
  const filters = encodeURIComponent('{"Region":"us-east-1"}');
  const metrics = await daymark.fetch(`/api/external-metrics?type=CloudWatch&filters=${filters}`, {
    headers,
  });
  expect([metrics.status, await metrics.json()]).toEqual([
    502,
    {
      errorMessage: "CLOUDWATCH_ENDPOINT in wrangler.toml must begin with https://, as the status page does.",
    },
  ]);
  const emailNotification = { enable: true, sourceRegion: "us-east-1", sourceEmailAddress: "a@example.com" };
  const mail = await daymark.fetch("/api/settings", {
    method: "PATCH",
    headers,
    body: JSON.stringify({ emailNotification }),
  });
  expect([mail.status, await mail.json()]).toMatchObject([
    502,
    { errorMessage: expect.stringContaining("SES_ENDPOINT in wrangler.toml must begin with https://") },
  ]);
});

test("on an https page, SNS certificates aren't fetched over http", async () => {
  const topic = "arn:aws:sns:us-east-1:123456789012:daymark";
  daymark = await startDaymark({
    vars: { STATUS_PAGE_URL: page, MAIL_TOPIC_ARN: topic, SNS_ENDPOINT: httpEndpoint },
  });
  const response = await daymark.fetch("/api/hooks/ses", {
    method: "POST",
    body: JSON.stringify({
      Type: "Notification",
      MessageId: "1",
      TopicArn: topic,
      Message: "{}",
      Timestamp: new Date().toISOString(),
      SignatureVersion: "2",
      Signature: "AAAA",
      SigningCertURL: `${httpEndpoint}/SimpleNotificationService-1.pem`,
    }),
  });
  expect(response.status).toBe(503);
  await expect
    .poll(() => daymark.logs.join())
    .toContain("SNS_ENDPOINT in wrangler.toml must begin with https://");
});
