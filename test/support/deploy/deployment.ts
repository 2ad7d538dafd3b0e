import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Readable, Writable } from "node:stream";
import type { TargetName } from "../../../tools/build/targets.ts";
import { deploy } from "../../../tools/deploy/run.ts";
import { root } from "../../../tools/paths.ts";
import { runWrangler } from "../fakes/fake-wrangler.ts";
import { type Account, withoutCalls } from "./account.ts";

export type Deployment = Awaited<ReturnType<typeof copyForDeployment>>;

const configurations = ["wrangler.toml", "web/admin/wrangler.toml", "web/status/wrangler.toml"];

/** Copies the configuration. Deployments from the copy run in this process, with the fake wrangler. A file's tests share one copy. */
export async function copyForDeployment() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-deploy-"));
  for (const path of configurations) await mkdir(dirname(join(folder, path)), { recursive: true });
  const copyConfigurations = () =>
    Promise.all(configurations.map((path) => cp(join(root, path), join(folder, path))));
  await copyConfigurations();
  const names = new Set(await readdir(folder));

  return {
    /** @param path from the repository's root */
    read: (path: string) => readFile(join(folder, path), "utf8"),
    async write(path: string, change: (text: string) => string): Promise<void> {
      await writeFile(join(folder, path), change(await readFile(join(folder, path), "utf8")));
    },
    create: (path: string, text: string) => writeFile(join(folder, path), text),
    /** Deploys as `npm run deploy` does. Returns the exit code, the output and the account afterwards. */
    deploy: (before: Account, ...args: string[]) => run(before, args, {}),
    deployWith: (variables: Record<string, string>, before: Account) => run(before, [], variables),
    /** Deploys at a terminal where the user types `answers`, and each of `secrets` when the question for one is there. */
    deployAtTerminal: (
      answers: string,
      before: Account,
      variables: Record<string, string> = {},
      secrets: string[] = [],
    ) => run(before, [], variables, { answers, secrets }),
    /** Undoes what a deployment and a test wrote. */
    async reset(): Promise<void> {
      const added = (await readdir(folder)).filter((name) => !names.has(name));
      await Promise.all(added.map((path) => rm(join(folder, path))));
      await copyConfigurations();
    },
    remove: () => rm(folder, { recursive: true }),
  };

  async function run(
    before: Account,
    args: string[],
    variables: Record<string, string>,
    typed?: { answers: string; secrets: string[] },
  ) {
    const account = withoutCalls(before);
    const built: TargetName[] = [];
    let text = "";
    const isTTY = typed !== undefined;
    const secrets = [...(typed?.secrets ?? [])];
    const input = new Readable({ read: () => undefined });
    input.push(typed?.answers ?? "");
    if (secrets.length === 0) input.push(null);
    const makeOutput = () =>
      Object.assign(
        new Writable({
          write(chunk, _, done) {
            text += chunk;
            if (String(chunk).includes("(it isn't shown)")) input.push(secrets.shift() ?? null);
            done();
          },
        }),
        { isTTY },
      );
    const restoreFetch = replaceHealth(account);
    try {
      const code = await deploy(args, {
        root: folder,
        env: { ...variables, DEPLOY_PAUSE_MS: "0" },
        stdin: Object.assign(input, { isTTY }),
        stdout: makeOutput(),
        stderr: makeOutput(),
        exit: (code) => {
          throw new Error(`The deployment ended its process with ${code}.`);
        },
        build: async (names) => void built.push(...names),
        async runWrangler({ args, cwd, onOutput, onError }) {
          const { output, error, code } = runWrangler(account, { cwd, folder: relative(folder, cwd), args });
          onOutput(output);
          onError(error);
          return code;
        },
      });
      return { code, text, account, built };
    } finally {
      restoreFetch();
    }
  }
}

/** Answers for the deployed status page, which isn't on this machine, as the account says. */
function replaceHealth(account: Account): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname !== "/api/health") return fetch(input, init);
    account.calls.push(`GET ${url.href}`);
    const [health = "ok", ...rest] = account.health ?? [];
    if (rest.length > 0) account.health = rest;
    if (health === "unreachable")
      throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
    return health === "ok"
      ? Response.json({ status: "ok" })
      : Response.json({ message: "The database is missing migrations." }, { status: 503 });
  };
  return () => {
    globalThis.fetch = fetch;
  };
}
