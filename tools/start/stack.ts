import { join } from "node:path";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { build } from "../build/build.ts";
import { hostGuard } from "./browser-guard.ts";
import { localCredentials, startCloudWatch } from "./cloudwatch.ts";
import { forwardConnections } from "./connections.ts";
import { endChildrenWithThisProcess } from "./end-together.ts";
import { reportsFullDisk } from "./full-disk.ts";
import { providerGroup, startIdentityProvider } from "./identity-provider.ts";
import { createFolder, lockFolder } from "./lock.ts";
import { startMailService } from "./mail-service.ts";
import { migrateFolder } from "./migrations.ts";
import { Miniflare } from "./miniflare.ts";
import { requireFreePorts, requireLocalhost } from "./ports.ts";
import { resumeQueues, withQueuesOnDisk } from "./queues.ts";
import { localSecretKey } from "./secret-key.ts";
import { administratorGroup, startUserPool } from "./user-pool.ts";
import {
  adminPages,
  daymarkWorker,
  hasCron,
  type Layout,
  type Outbound,
  pageWorkers,
  type Rates,
} from "./workers.ts";

export interface StackOptions {
  port: number;
  adminPort: number;
  userPoolPort: number;
  cloudWatchPort: number;
  mailPort: number;
  /** Starts an OpenID Connect provider beside the user pool. */
  identityProviderPort?: number;
  /** Contains everything that remains after a stop. */
  stateDir: string;
  /** The Worker may send requests to these hosts. By default they don't leave this machine. */
  outbound?: Outbound;
  /** Override wrangler.toml's rate limits. */
  rates?: Rates;
  /** The default is that of `npm run deploy`. */
  layout?: Layout;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * Starts the Worker, both Pages projects, and local replacements of Amazon Cognito, SES and CloudWatch. The console has its
 * own Miniflare, because one Miniflare serves the static files of one folder only.
 */
export async function startStack(options: StackOptions) {
  const { port, adminPort, stateDir } = options;
  await requirePorts(options);
  await createFolder(stateDir);
  const unlock = lockFolder(stateDir);
  const layoutTargets =
    options.layout === "workers" ? (["page-worker"] as const) : (["status-functions"] as const);
  await build(["worker", "queues", "status", "admin", "admin-functions", ...layoutTargets]);
  endChildrenWithThisProcess();

  const statusPage = `http://localhost:${port}`;
  const adminPage = `http://localhost:${adminPort}`;
  const services = await startServices(options, adminPage);
  const { pool, provider, cloudWatch, mail } = services;
  const mf = await startStatusPage(options, services, { statusPage, adminPage });
  const admin = await startConsole(services, statusPage);
  const readDirectPort = async (miniflare: Miniflare, guard: string) =>
    Number((await miniflare.unsafeGetDirectURL(guard)).port);
  const closeConnections = await Promise.all([
    readDirectPort(mf, "status-guard").then((workerdPort) => forwardConnections(port, workerdPort)),
    readDirectPort(admin, "admin-guard").then((workerdPort) => forwardConnections(adminPort, workerdPort)),
  ]);
  const cronTimer = setInterval(() => runCron(mf).catch(console.error), MINUTE_MS);

  async function stop(): Promise<void> {
    clearInterval(cronTimer);
    for (const close of closeConnections) close();
    await Promise.all([mf.dispose(), admin.dispose(), pool.stop(), cloudWatch.stop(), mail.stop()]);
    await provider?.stop();
    unlock();
  }

  const db = await mf.getD1Database("DB", "daymark");
  try {
    await resumeQueues(mf);
    await Promise.all([waitUntilHealthy(statusPage), admin.ready]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    statusPage,
    adminPage,
    pool,
    provider,
    cloudWatch,
    mailbox: mail.mailbox,
    db,
    stateDir,
    runCron: (at?: Date) => runCron(mf, at),
    stop,
  };
}

async function requirePorts(options: StackOptions): Promise<void> {
  await requireFreePorts({
    PORT: options.port,
    ADMIN_PORT: options.adminPort,
    USER_POOL_PORT: options.userPoolPort,
    CLOUDWATCH_PORT: options.cloudWatchPort,
    MAIL_PORT: options.mailPort,
    ...(options.identityProviderPort && { OIDC_PORT: options.identityProviderPort }),
  });
  await requireLocalhost();
}

type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts the other services while the migrations are applied. */
async function startServices(options: StackOptions, consoleOrigin: string) {
  const { userPoolPort, cloudWatchPort, mailPort, identityProviderPort, stateDir } = options;
  // Before the others start, so that no failure of theirs goes unhandled while this waits.
  const worker = await daymarkWorker({});
  const [pool] = await Promise.all([
    startUserPool({ folder: join(stateDir, "user-pool"), port: userPoolPort, consoleOrigin }),
    migrateFolder(databaseFolder(stateDir), worker),
  ]);
  const cloudWatch = await startCloudWatch({ port: cloudWatchPort });
  const mail = await startMailService({ port: mailPort });
  const provider = identityProviderPort
    ? await startIdentityProvider({ port: identityProviderPort, consoleOrigin })
    : undefined;
  return { pool, cloudWatch, mail, provider };
}

async function startStatusPage(
  { stateDir, outbound, rates, layout = "pages" }: StackOptions,
  services: Services,
  { statusPage, adminPage }: { statusPage: string; adminPage: string },
): Promise<Miniflare> {
  const vars = {
    ...signInVars(services),
    ADMIN_GROUP: administratorGroup,
    OIDC_ADMINS: providerGroup,
    STATUS_PAGE_URL: statusPage,
    ADMIN_PAGE_URL: adminPage,
    CLOUDWATCH_ENDPOINT: services.cloudWatch.endpoint,
    SES_ENDPOINT: services.mail.endpoint,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    SECRET_KEY: await localSecretKey(stateDir),
    ALLOW_PRIVATE_ADDRESSES: "true",
  };
  const { daymark, files } = await pageWorkers(layout, vars, {
    ...(outbound && { outbound }),
    ...(rates && { rates }),
  });
  return new Miniflare({
    cf: false,
    d1Persist: databaseFolder(stateDir),
    r2Persist: join(stateDir, "r2"),
    durableObjectsPersist: join(stateDir, "queues"),
    handleStructuredLogs: problemLogger(stateDir),
    workers: [hostGuard("status"), files, ...withQueuesOnDisk(daymark)],
  });
}

async function startConsole(services: Services, statusPage: string): Promise<Miniflare> {
  return new Miniflare({
    cf: false,
    workers: [
      hostGuard("admin"),
      await adminPages(0, {
        ...signInVars(services),
        API_URL: statusPage,
        AUTHENTICATION_FLOW: "USER_PASSWORD_AUTH", // cognito-local has no SRP
      }),
    ],
  });
}

function signInVars({ pool, provider }: Services) {
  return {
    USER_POOL_ID: pool.poolID,
    USER_POOL_CLIENT_ID: pool.clientID,
    USER_POOL_ENDPOINT: pool.endpoint,
    OIDC_ISSUER: provider?.issuer ?? "",
    OIDC_CLIENT_ID: provider?.clientID ?? "",
  };
}

function databaseFolder(stateDir: string): string {
  return join(stateDir, "d1");
}

const REFUSED_REQUEST =
  "A request to another machine was refused. To allow such requests, start with OUTBOUND=on npm start";

/** Instead of stack traces for refused requests and for a full disk, it prints one sentence, once. */
function problemLogger(stateDir: string) {
  const printed = new Set<string>();
  return ({ level, message }: { level: string; message: string }): void => {
    if (level !== "error" && level !== "warn") return;
    const sentence = message.includes("blocked by restrictPeers()")
      ? REFUSED_REQUEST
      : reportsFullDisk(message) &&
        `The disk of ${stateDir} is full, so nothing more is stored. Free some space.`;
    if (!sentence) console.error(message);
    else if (!printed.has(sentence)) console.error(sentence);
    if (sentence) printed.add(sentence);
  };
}

async function runCron(mf: Miniflare, at = new Date()): Promise<void> {
  if (!(await hasCron())) return;
  const worker = await mf.getWorker("daymark");
  await worker.scheduled({ cron: "* * * * *", scheduledTime: at });
}

async function waitUntilHealthy(statusPage: string): Promise<void> {
  const deadline = Date.now() + MINUTE_MS;
  let lastResponse = "";
  while (Date.now() < deadline) {
    const response = await fetch(`${statusPage}/api/health`);
    if (response.ok) return;
    lastResponse = await response.text();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The Worker did not become healthy: ${lastResponse}`);
}
