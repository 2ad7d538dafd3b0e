import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MINUTE_MS } from "../../worker/time/domain.ts";

export interface UserPool {
  endpoint: string;
  poolID: string;
  clientID: string;
  stop(): Promise<void>;
}

interface User {
  email: string;
  password: string;
}

export const administrator: User = { email: "admin@example.com", password: "Daymark-demo-1" };
/** Meets the new-password challenge at the first sign-in. */
export const invited: User = { email: "invited@example.com", password: "Daymark-temp-1" };

/** The group whose members are administrators. */
export const administratorGroup = "administrators";

interface UserPoolOptions {
  folder: string;
  port: number;
  /** The origin of the console, which alone may call the pool from a browser. */
  consoleOrigin?: string;
}

/**
 * Starts cognito-local with its state in `folder`, and makes the pool, its client, the group and the two users where
 * missing.
 */
export async function startUserPool(options: UserPoolOptions): Promise<UserPool> {
  const endpoint = `http://localhost:${options.port}`;
  const server = await startServer(options, endpoint);
  try {
    await answers(endpoint, server);
    return {
      endpoint,
      ...(await prepare(endpoint)),
      stop: () => stopServer(server),
    };
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

/** @returns the administrator's id token */
export async function signIn({ endpoint, clientID }: UserPool): Promise<string> {
  const { AuthenticationResult } = await ask<{ AuthenticationResult: { IdToken: string } }>(
    endpoint,
    "InitiateAuth",
    {
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: clientID,
      AuthParameters: { USERNAME: administrator.email, PASSWORD: administrator.password },
    },
  );
  return AuthenticationResult.IdToken;
}

async function startServer(
  { folder, port, consoleOrigin }: UserPoolOptions,
  endpoint: string,
): Promise<ChildProcess> {
  await mkdir(join(folder, ".cognito"), { recursive: true });
  const config = {
    TokenConfig: { IssuerDomain: endpoint },
    ServerConfig: { hostname: "127.0.0.1", port },
  };
  await writeFile(join(folder, ".cognito/config.json"), JSON.stringify(config));
  // The codes that a real pool would send by mail are in it.
  const log = openSync(join(folder, "log.txt"), "a");
  const origins = consoleOrigin === undefined ? [] : [consoleOrigin];
  const server = fork(fileURLToPath(new URL("user-pool-server.ts", import.meta.url)), origins, {
    cwd: folder,
    stdio: ["ignore", log, log, "ipc"],
    detached: true, // Ctrl-C reaches this process only, which stops the others in order
  });
  closeSync(log);
  return server;
}

async function answers(endpoint: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + MINUTE_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const up = await fetch(`${endpoint}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The local user pool did not start.");
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await exited;
}

async function prepare(endpoint: string): Promise<{ poolID: string; clientID: string }> {
  const poolID = (await findPool(endpoint)) ?? (await createPool(endpoint));
  const clientID = (await findClient(endpoint, poolID)) ?? (await createClient(endpoint, poolID));
  // Whoever sets up a second factor is asked for it.
  await ask(endpoint, "SetUserPoolMfaConfig", { UserPoolId: poolID, MfaConfiguration: "OPTIONAL" });
  if (!(await hasGroup(endpoint, poolID))) await createGroup(endpoint, poolID);
  for (const user of [administrator, invited]) {
    if (!(await hasUser(endpoint, poolID, user))) await createUser(endpoint, poolID, user);
    // Also where the user was made before there was a group.
    await addToGroup(endpoint, poolID, user);
  }
  return { poolID, clientID };
}

async function findPool(endpoint: string): Promise<string | undefined> {
  const { UserPools } = await ask<{ UserPools: { Id: string }[] }>(endpoint, "ListUserPools", {
    MaxResults: 1,
  });
  return UserPools[0]?.Id;
}

async function createPool(endpoint: string): Promise<string> {
  const { UserPool } = await ask<{ UserPool: { Id: string } }>(endpoint, "CreateUserPool", {
    PoolName: "daymark",
    UsernameAttributes: ["email"],
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  });
  return UserPool.Id;
}

async function findClient(endpoint: string, poolID: string): Promise<string | undefined> {
  const { UserPoolClients } = await ask<{ UserPoolClients: { ClientId: string }[] }>(
    endpoint,
    "ListUserPoolClients",
    {
      UserPoolId: poolID,
      MaxResults: 1,
    },
  );
  return UserPoolClients[0]?.ClientId;
}

async function createClient(endpoint: string, poolID: string): Promise<string> {
  const { UserPoolClient } = await ask<{ UserPoolClient: { ClientId: string } }>(
    endpoint,
    "CreateUserPoolClient",
    {
      UserPoolId: poolID,
      ClientName: "daymark-console",
      ExplicitAuthFlows: ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    },
  );
  return UserPoolClient.ClientId;
}

async function hasGroup(endpoint: string, poolID: string): Promise<boolean> {
  const { Groups = [] } = await ask<{ Groups?: { GroupName: string }[] }>(endpoint, "ListGroups", {
    UserPoolId: poolID,
  });
  return Groups.some(({ GroupName }) => GroupName === administratorGroup);
}

async function createGroup(endpoint: string, poolID: string): Promise<void> {
  await ask(endpoint, "CreateGroup", { UserPoolId: poolID, GroupName: administratorGroup });
}

/** Adding a member again changes nothing. */
export async function addToGroup(endpoint: string, poolID: string, { email }: User): Promise<void> {
  await ask(endpoint, "AdminAddUserToGroup", {
    UserPoolId: poolID,
    Username: email,
    GroupName: administratorGroup,
  });
}

async function hasUser(endpoint: string, poolID: string, { email }: User): Promise<boolean> {
  const { Users } = await ask<{ Users: { Attributes: { Name: string; Value: string }[] }[] }>(
    endpoint,
    "ListUsers",
    {
      UserPoolId: poolID,
    },
  );
  return Users.some(({ Attributes }) =>
    Attributes.some(({ Name, Value }) => Name === "email" && Value === email),
  );
}

/** Of the two users here, `invited` alone has to choose a password first. */
export async function createUser(endpoint: string, poolID: string, user: User): Promise<void> {
  const who = { UserPoolId: poolID, Username: user.email };
  await ask(endpoint, "AdminCreateUser", {
    ...who,
    TemporaryPassword: user.password,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: user.email },
      { Name: "email_verified", Value: "true" },
    ],
  });
  if (user !== invited) {
    await ask(endpoint, "AdminSetUserPassword", { ...who, Password: user.password, Permanent: true });
  }
}

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html */
async function ask<Answer>(endpoint: string, operation: string, input: object): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`The local user pool refused ${operation}: ${await response.text()}`);
  return (await response.json()) as Answer; // the shape is the API page's
}
