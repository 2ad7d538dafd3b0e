import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { freePorts } from "../support/free-ports.ts";
import {
  challenge,
  challengeBody,
  componentBody,
  incidentBody,
  manageURL,
} from "../support/webhook-bodies.ts";
import { signedHeaders } from "../support/webhook-listener.ts";

const secret = `whsec_${Buffer.alloc(32, "a").toString("base64")}`;

/** Runs the example for Node in docs/webhooks.md. */
async function startExample(env: Record<string, string>) {
  const document = await readFile(join(root, "docs/webhooks.md"), "utf8");
  const [, example = ""] = /^```js\n(.*?)^```/ms.exec(document) ?? [];
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, ["--input-type=module", "--eval", example], {
    cwd: root, // Node looks for the packages that the example imports from here.
    env: { PATH: process.env.PATH ?? "", PORT: `${port}`, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => fetch(url).then(({ status }) => status)).toBe(401);
  return {
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, { method: "POST", headers, body: JSON.stringify(body) }),
    stdout: () => stdout,
  };
}

test("the documented example for Node confirms a webhook, and lets deliveries be retried until it has the secret", async () => {
  const example = await startExample({});
  const response = await example.post(challengeBody, signedHeaders(challengeBody, { secrets: [secret] }));
  expect([response.status, await response.text()]).toEqual([200, challenge]);
  await expect.poll(example.stdout).toBe(`Manage the webhook at ${manageURL}\n`);
  expect((await example.post(incidentBody())).status).toBe(503);
});

test("the documented example for Node prints signed deliveries and refuses others", async () => {
  const example = await startExample({ WEBHOOK_SECRET: secret });
  for (const body of [incidentBody(), componentBody])
    expect((await example.post(body, signedHeaders(body, { secrets: [secret] }))).status).toBe(204);
  expect((await example.post(incidentBody())).status).toBe(401);
  const tooOld = signedHeaders(componentBody, { secrets: [secret], ageSeconds: 310 });
  expect((await example.post(componentBody, tooOld)).status).toBe(401);
  await expect.poll(example.stdout).toBe("API is slow identified\nAPI major_outage\n");
});
