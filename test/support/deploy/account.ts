import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { relative } from "node:path";
import { runWrangler } from "../fakes/fake-wrangler.ts";

/** The Cloudflare account that a test deploys to, with a log of the calls to it. */
export interface Account {
  signedIn: boolean;
  databases: { name: string; uuid: string }[];
  buckets: string[];
  queues: string[];
  /** The message retention in seconds that `wrangler queues update` has set, by queue. */
  retention?: Record<string, number>;
  projects: Record<"Project Name" | "Project Domains", string>[];
  /** The deployed Workers of a release, in their order. */
  workers?: string[];
  /** The Worker's secrets, once it is deployed. */
  secrets?: Record<string, string>;
  /** The names of the deployed Worker's bindings that send emails. */
  emailBindings?: string[];
  /** The commands, with their folder unless it is the repository's. */
  calls: string[];
  /** The free plan allows no CPU limits, and keeps messages for one day. */
  plan?: "free";
  failingCall?: string;
  /** The secret files that wrangler has read. */
  secretsFiles?: string[];
  /** `/api/health` gives these answers in this order, and then the last one again. The default is a healthy page. */
  health?: ("ok" | "unhealthy" | "unreachable")[];
}

export const emptyAccount: Account = {
  signedIn: true,
  databases: [],
  buckets: [],
  queues: [],
  projects: [],
  calls: [],
};

/** @returns a copy, because a deployment changes it */
export function withoutCalls(account: Account): Account {
  return structuredClone({ ...account, calls: [] });
}

/** A program prints these, and exits with the code. */
export interface Output {
  output: string;
  error: string;
  code: number;
}

/** A deployment calls wrangler about thirty times: Bash starts in a tenth of the time that Node takes. */
export const fakeWrangler = `#!/usr/bin/env bash
exec 3<> "/dev/tcp/127.0.0.1/$ACCOUNT_PORT"
printf '%s\\0' $# "$PWD" "$@" >&3
{ IFS= read -r -d '' output; IFS= read -r -d '' error; IFS= read -r -d '' code; } <&3
printf '%s' "$output"
printf '%s' "$error" >&2
exit "$code"
`;

/**
 * Answers the fake wrangler of a deployment from `repository`. A request is the number of arguments, the folder and the
 * arguments. A response is the output, the error output and the exit code. Each part ends with a null character.
 */
export async function serveAccount(repository: string) {
  let account = emptyAccount;
  const server = createServer((socket) => {
    let request = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      request += chunk;
      const [count = "", cwd = "", ...parts] = request.split("\0");
      if (parts.length <= Number(count)) return;
      const args = parts.slice(0, -1);
      const { output, error, code } = runWrangler(account, { cwd, folder: relative(repository, cwd), args });
      socket.end([output, error, code, ""].join("\0"));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    port: String((server.address() as AddressInfo).port), // a server that listens on a port has an address of this kind
    /** Deploys to this account from now on. The calls change it. */
    use(before: Account): Account {
      account = withoutCalls(before);
      return account;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
