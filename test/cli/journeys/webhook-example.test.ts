import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { requirePython } from "../../support/deploy/python.ts";
import { signedHeaders } from "../../support/fakes/webhook-listener.ts";
import {
  challenge,
  challengeBody,
  componentBody,
  incidentBody,
  manageURL,
} from "../../support/readers/webhook-bodies.ts";
import { freePorts } from "../../support/starters/free-ports.ts";

const secret = `whsec_${Buffer.alloc(32, "a").toString("base64")}`;

/** The library's interface, because `pip install` would download it. */
const pythonLibrary = `
import base64, hashlib, hmac, json, time

class WebhookVerificationError(Exception):
    pass

class Webhook:
    def __init__(self, secret):
        self.key = base64.b64decode(secret.removeprefix("whsec_"))

    def verify(self, data, headers):
        named = {name.lower(): value for name, value in headers.items()}
        try:
            id, timestamp = named["webhook-id"], named["webhook-timestamp"]
            signatures = named["webhook-signature"].split(" ")
        except KeyError:
            raise WebhookVerificationError("Missing required headers")
        content = f"{id}.{timestamp}.{data.decode()}".encode()
        expected = "v1," + base64.b64encode(hmac.new(self.key, content, hashlib.sha256).digest()).decode()
        if expected not in signatures or abs(time.time() - int(timestamp)) > 300:
            raise WebhookVerificationError("No matching signature found")
        return json.loads(data)
`;

const readExample = async (language: "js" | "python") => {
  const document = await readFile(join(root, "docs/webhooks.md"), "utf8");
  const [, example = ""] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(document) ?? [];
  return example;
};

/** Runs an example of docs/webhooks.md. */
async function startExample(language: "js" | "python", env: Record<string, string>) {
  const example = await readExample(language);
  const [port = 0] = await freePorts(1);
  const [command, ...args] =
    language === "js"
      ? [process.execPath, "--input-type=module", "--eval", example]
      : ["python3", "-c", example];
  const child = spawn(command, args, {
    cwd: root, // Node looks for the packages that the example imports from here.
    env: { PATH: process.env.PATH ?? "", PORT: `${port}`, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill());
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  await expect.poll(() => post({}).then(({ status }) => status), { timeout: 20_000 }).toBeGreaterThan(400);
  return { post, stdout: () => stdout };
}

async function expectToVerify({ post, stdout }: Awaited<ReturnType<typeof startExample>>) {
  for (const body of [incidentBody(), componentBody])
    expect((await post(body, signedHeaders(body, { secrets: [secret] }))).status).toBe(204);
  expect((await post(incidentBody())).status).toBe(401);
  const tooOld = signedHeaders(componentBody, { secrets: [secret], ageSeconds: 310 });
  expect((await post(componentBody, tooOld)).status).toBe(401);
  await expect.poll(stdout).toBe("API is slow identified\nAPI major_outage\n");
}

test("the documented example for Node confirms a webhook, and lets deliveries be retried until it has the secret", async () => {
  const example = await startExample("js", {});
  const response = await example.post(challengeBody, signedHeaders(challengeBody, { secrets: [secret] }));
  expect([response.status, await response.text()]).toEqual([200, challenge]);
  await expect.poll(example.stdout).toBe(`Manage the webhook at ${manageURL}\n`);
  expect((await example.post(incidentBody())).status).toBe(503);
});

test("the documented example for Node prints signed deliveries and refuses others", async () => {
  await expectToVerify(await startExample("js", { WEBHOOK_SECRET: secret }));
});

test("the documented example for Python prints signed deliveries and refuses others", async (context) => {
  requirePython(context);
  const folder = await mkdtemp(join(tmpdir(), "daymark-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "standardwebhooks.py"), pythonLibrary);
  await expectToVerify(await startExample("python", { WEBHOOK_SECRET: secret, PYTHONPATH: folder }));
});
