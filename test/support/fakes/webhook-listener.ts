import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { startCommand } from "../starters/command-line.ts";

interface ListenerOptions {
  args?: string[];
  env?: Record<string, string>;
}

/** Starts `daymark webhook listen` on a free port in this process, and ends it after the test at the latest. */
export async function startListener({ args = [], env = {} }: ListenerOptions = {}) {
  const { code, output, events } = startCommand(["webhook", "listen", ...args, "--port", "0"], { env });
  onTestFinished(() => void events.emit("SIGTERM"));
  const url = await new Promise<string>((resolve, reject) => {
    events.on("output", () => {
      const [, address] = /^Listening on (\S+)\. /m.exec(output.stdout + output.stderr) ?? [];
      if (address !== undefined) resolve(address);
    });
    void code.then(() => reject(new Error(`${output.stdout}${output.stderr}`)));
  });
  return {
    url,
    /** Sends a POST. A string is sent unchanged. */
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) }),
    /** Interrupts the command. @returns the exit code and all output */
    async end() {
      events.emit("SIGINT");
      return { code: await code, ...output };
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
