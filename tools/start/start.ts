import { resolve } from "node:path";
import { BuildError, build } from "../build/build.ts";
import { fillWithDemo } from "../demo/demo.ts";
import { startSendingPoints } from "../demo/feed.ts";
import { isDiskFull, reportsFullDisk } from "./full-disk.ts";
import { providerAdministrator } from "./identity-provider.ts";
import { StartError } from "./ports.ts";
import { type Stack, startStack } from "./stack.ts";
import { administrator, invitedUser } from "./user-pool.ts";

const MAX_PORT = 65_535;
const { env } = process;
const stateDir = resolve(env.STATE_DIR || ".daymark");

try {
  const stack = await startStack({
    port: readPort("PORT", 8787),
    adminPort: readPort("ADMIN_PORT", 8788),
    userPoolPort: readPort("USER_POOL_PORT", 9229),
    cloudWatchPort: readPort("CLOUDWATCH_PORT", 9230),
    mailPort: readPort("MAIL_PORT", 8005),
    ...(env.OIDC === "on" && { identityProviderPort: readPort("OIDC_PORT", 9231) }),
    stateDir,
    outbound: env.OUTBOUND === "on" ? "any" : "loopback",
  });
  stopOnSignal(stack);
  if (env.DEMO !== "off") {
    await fillWithDemo(stack);
    await startSendingPoints(stack);
  }
  announce(stack);
  if (stack.provider) {
    console.log(`  OpenID Connect ${stack.provider.issuer}  (any password)
  Sign in as     ${providerAdministrator}
`);
  }
  // Only `npx daymark` needs it, so nobody waits for it.
  await build(["cli"]);
} catch (error) {
  const expected = error instanceof StartError || error instanceof BuildError;
  const isFull = !expected && (reportsFullDisk(`${error}`) || (await isDiskFull(stateDir)));
  if (isFull)
    console.error(
      `The disk of ${stateDir} is full. Free some space, or choose another folder: STATE_DIR=~/daymark-state npm start`,
    );
  else console.error(expected ? error.message : error);
  process.exit(1);
}

function readPort(variable: string, defaultPort: number): number {
  const port = Number(env[variable] || defaultPort);
  if (Number.isInteger(port) && port > 0 && port <= MAX_PORT) return port;
  throw new StartError(`${variable}=${env[variable]} is not a port. Use a number from 1 to ${MAX_PORT}.`);
}

function stopOnSignal(stack: Stack): void {
  let stopPromise: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, async () => {
      stopPromise ??= stack.stop();
      await stopPromise;
      process.exit(0);
    });
  }
}

function announce({ statusPage, adminPage, mailbox, pool, cloudWatch }: Stack): void {
  console.log(`
Daymark is running. Press Ctrl-C to stop it.

  Status page    ${statusPage}
  Admin console  ${adminPage}
  Mailbox        ${mailbox}  (every email that is sent arrives here)
  User pool      ${pool.endpoint}
  CloudWatch     ${cloudWatch.endpoint}  (local, with metrics to choose in the console)

  Sign in as     ${administrator.email}  ${administrator.password}
  or, invited    ${invitedUser.email}  ${invitedUser.password}  (has to choose a password first)
`);
}
