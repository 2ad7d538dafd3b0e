import { spawn } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { SECOND_MS } from "../../worker/time/domain.ts";
import { cliPath } from "./command-line.ts";
import { oldestNode } from "./oldest-node.ts";

interface ListenerOptions {
  args?: string[];
  env?: Record<string, string>;
}

/** Starts `daymark webhook listen` on a free port, and ends it after the test at the latest. */
export async function startListener({ args = [], env = {} }: ListenerOptions = {}) {
  const listen = [cliPath(), "webhook", "listen", ...args, "--port", "0"];
  const child = spawn(oldestNode(), listen, {
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
        const [, address] = /^Listening on (\S+)\. /m.exec(output[name]) ?? [];
        if (address !== undefined) resolve(address);
      });
    child.once("close", () => reject(new Error(`${output.stdout}${output.stderr}`)));
  });
  return {
    url,
    /** Sends a POST. A string is sent unchanged. */
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) }),
    /** Closes the pipe that the command writes to. */
    stopReading: () => child.stdout.destroy(),
    /** @returns the exit code and all output */
    async end(signal?: NodeJS.Signals) {
      if (signal) child.kill(signal);
      return { code: await closed, ...output };
    },
  };
}

interface Signing {
  id?: string;
  secrets: string[];
  ageSeconds?: number;
}

/** Signs with the library of Standard Webhooks, which the command doesn't use. */
export function signedHeaders(body: unknown, { id = "msg_1", secrets, ageSeconds = 0 }: Signing) {
  const time = new Date(Date.now() - ageSeconds * SECOND_MS);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, time, JSON.stringify(body)));
  return {
    "webhook-id": id,
    "webhook-timestamp": `${Math.floor(time.getTime() / SECOND_MS)}`,
    "webhook-signature": signatures.join(" "),
  };
}
