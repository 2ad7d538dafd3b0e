import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MessagePort, parentPort } from "node:worker_threads";
import { signIn, startUserPool } from "../../../tools/start/user-pool.ts";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import { startDaymark } from "../../support/starters/daymark.ts";
import "../../support/run/test-process.ts";
import { addSubscribeRequests, addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { userPoolClientID, userPoolID } from "../../support/fakes/fake-token-issuer.ts";
import { startTurnstile } from "../../support/fakes/turnstile.ts";
import { freePorts } from "../../support/starters/free-ports.ts";

// Runs Daymark without happy-dom's globals: see daymark.ts in this folder.

export interface Options {
  /** `tokenIssuer` signs tokens with any claims. `local` is the pool of `npm start`, where users sign in. */
  userPool: "tokenIssuer" | "local";
  /** The Worker needs an AWS key to send email. The default is true. */
  hasAwsKey?: boolean;
}
export type Command =
  | { type: "token"; id: number; claims: Record<string, unknown> }
  | { type: "reset"; id: number }
  | { type: "runCron"; minute: string }
  | { type: "subscribe"; emailAddress: string }
  | { type: "reachSubscribeLimit" }
  | { type: "stop" };
export type Message =
  | { type: "started"; settings: RuntimeSettings }
  /** The ID is that of the command. */
  | { type: "reply"; id: number; text: string };

export interface Start {
  options: Options;
  port: MessagePort;
}

const noAwsKey = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };

parentPort?.on("message", ({ options, port }: Start) => serve(options, port));

/** The port gets the commands for this Daymark. It closes when Daymark has stopped. */
async function serve({ userPool, hasAwsKey = true }: Options, port: MessagePort): Promise<void> {
  const send = (message: Message) => port.postMessage(message);
  const { token, settings, runCron, db, reset, stop } = await (userPool === "local"
    ? startWithLocalPool()
    : startWithTokenIssuer(hasAwsKey));

  port.on("message", async (command: Command) => {
    if (command.type === "token") {
      send({ type: "reply", id: command.id, text: await token(command.claims) });
    } else if (command.type === "reset") {
      await reset();
      send({ type: "reply", id: command.id, text: "" });
    } else if (command.type === "runCron") {
      await runCron(command.minute);
    } else if (command.type === "subscribe") {
      await addSubscribers({ db }, [{ emailAddress: command.emailAddress }]);
    } else if (command.type === "reachSubscribeLimit") {
      await addSubscribeRequests({ db }, { count: 60, until: Date.now(), gapMs: 100 });
    } else {
      await stop();
      port.close();
    }
  });
  send({ type: "started", settings });
}

async function startWithTokenIssuer(hasAwsKey: boolean) {
  const turnstile = await startTurnstile();
  const daymark = await startDaymark({
    isStatusPage: true,
    vars: { ...turnstile.vars, ...(hasAwsKey ? {} : noAwsKey) },
  });
  const settings = { apiURL: daymark.url, userPoolID, clientID: userPoolClientID };
  const stop = async () => void (await Promise.all([daymark.stop(), turnstile.stop()]));
  return { ...daymark, settings, stop };
}

async function startWithLocalPool() {
  const folder = await mkdtemp(join(tmpdir(), "daymark-user-pool-"));
  const [port = 0] = await freePorts(1);
  const pool = await startUserPool({ folder, port, consoleOrigin: "http://localhost:3000" });
  const daymark = await startDaymark({
    vars: {
      USER_POOL_ID: pool.poolID,
      USER_POOL_CLIENT_ID: pool.clientID,
      USER_POOL_ENDPOINT: pool.endpoint,
    },
  });
  const settings: RuntimeSettings = {
    apiURL: daymark.url,
    userPoolID: pool.poolID,
    clientID: pool.clientID,
    userPoolEndpoint: pool.endpoint,
    authenticationFlow: "USER_PASSWORD_AUTH",
  };
  async function stop() {
    await daymark.stop();
    await pool.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { ...daymark, token: () => signIn(pool), settings, stop };
}
