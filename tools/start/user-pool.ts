import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";

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
/** This user has to choose a password at the first sign-in. */
export const invitedUser: User = { email: "invited@example.com", password: "Daymark-temp-1" };

export const administratorGroup = "administrators";

interface UserPoolOptions {
  folder: string;
  port: number;
  consoleOrigin?: string;
}

/**
 * Starts cognito-local with its state in `folder`, and creates what is missing: the pool, its client, the group and both users.
 */
export async function startUserPool(options: UserPoolOptions): Promise<UserPool> {
  const endpoint = `http://localhost:${options.port}`;
  const server = await startServer(options, endpoint);
  try {
    await waitUntilStarted(endpoint, server);
    return {
      endpoint,
      ...(await createMissing(endpoint)),
      stop: () => stopServer(server),
    };
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

export interface SessionTokens {
  IdToken: string;
  AccessToken: string;
  RefreshToken: string;
}

export async function startSession(
  { endpoint, clientID }: Pick<UserPool, "endpoint" | "clientID">,
  { email, password }: User,
): Promise<SessionTokens> {
  const { AuthenticationResult } = await callPool<{ AuthenticationResult: SessionTokens }>(
    endpoint,
    "InitiateAuth",
    {
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: clientID,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    },
  );
  return AuthenticationResult;
}

export async function signIn(pool: UserPool): Promise<string> {
  return (await startSession(pool, administrator)).IdToken;
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
  // The log contains the codes that a real pool would send by email.
  const log = openSync(join(folder, "log.txt"), "a");
  const origins = consoleOrigin === undefined ? [] : [consoleOrigin];
  const server = fork(fileURLToPath(new URL("user-pool-server.ts", import.meta.url)), origins, {
    cwd: folder,
    stdio: ["ignore", log, log, "ipc"],
    detached: true, // so that Ctrl-C reaches only this process, which stops the others in order
  });
  closeSync(log);
  return server;
}

async function waitUntilStarted(endpoint: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + MINUTE_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const isUp = await fetch(`${endpoint}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
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

async function createMissing(endpoint: string): Promise<{ poolID: string; clientID: string }> {
  const poolID = (await findPool(endpoint)) ?? (await createPool(endpoint));
  const clientID = (await findClient(endpoint, poolID)) ?? (await createClient(endpoint, poolID));
  await callPool(endpoint, "SetUserPoolMfaConfig", { UserPoolId: poolID, MfaConfiguration: "OPTIONAL" });
  if (!(await hasGroup(endpoint, poolID))) await createGroup(endpoint, poolID);
  for (const user of [administrator, invitedUser]) {
    if (!(await hasUser(endpoint, poolID, user)))
      await createUser(endpoint, poolID, user, user === invitedUser ? "temporary" : "permanent");
    // An older version created users without a group.
    await addToGroup(endpoint, poolID, user);
  }
  return { poolID, clientID };
}

async function findPool(endpoint: string): Promise<string | undefined> {
  const { UserPools } = await callPool<{ UserPools: { Id: string }[] }>(endpoint, "ListUserPools", {
    MaxResults: 1,
  });
  return UserPools[0]?.Id;
}

async function createPool(endpoint: string): Promise<string> {
  const { UserPool } = await callPool<{ UserPool: { Id: string } }>(endpoint, "CreateUserPool", {
    PoolName: "daymark",
    UsernameAttributes: ["email"],
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  });
  return UserPool.Id;
}

async function findClient(endpoint: string, poolID: string): Promise<string | undefined> {
  const { UserPoolClients } = await callPool<{ UserPoolClients: { ClientId: string }[] }>(
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
  const { UserPoolClient } = await callPool<{ UserPoolClient: { ClientId: string } }>(
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
  const { Groups = [] } = await callPool<{ Groups?: { GroupName: string }[] }>(endpoint, "ListGroups", {
    UserPoolId: poolID,
  });
  return Groups.some(({ GroupName }) => GroupName === administratorGroup);
}

async function createGroup(endpoint: string, poolID: string): Promise<void> {
  await callPool(endpoint, "CreateGroup", { UserPoolId: poolID, GroupName: administratorGroup });
}

export async function addToGroup(endpoint: string, poolID: string, { email }: User): Promise<void> {
  await callPool(endpoint, "AdminAddUserToGroup", {
    UserPoolId: poolID,
    Username: email,
    GroupName: administratorGroup,
  });
}

async function hasUser(endpoint: string, poolID: string, { email }: User): Promise<boolean> {
  const { Users } = await callPool<{ Users: { Attributes: { Name: string; Value: string }[] }[] }>(
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

export async function createUser(
  endpoint: string,
  poolID: string,
  user: User,
  passwordType: "permanent" | "temporary",
): Promise<void> {
  const userKey = { UserPoolId: poolID, Username: user.email };
  await callPool(endpoint, "AdminCreateUser", {
    ...userKey,
    TemporaryPassword: user.password,
    MessageAction: "SUPPRESS",
    UserAttributes: [
      { Name: "email", Value: user.email },
      { Name: "email_verified", Value: "true" },
    ],
  });
  if (passwordType === "permanent") {
    await callPool(endpoint, "AdminSetUserPassword", {
      ...userKey,
      Password: user.password,
      Permanent: true,
    });
  }
}

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html */
async function callPool<Output>(endpoint: string, operation: string, input: object): Promise<Output> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`The local user pool refused ${operation}: ${await response.text()}`);
  return (await response.json()) as Output; // as Amazon's API reference documents it
}
