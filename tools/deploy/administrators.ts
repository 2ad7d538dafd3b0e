import { AwsError, type AwsService, callAws } from "../../worker/http/outbound/aws.ts";
import { fetchSignUp } from "../../worker/sign-in/sign-up.ts";
import { hasSecret } from "./account.ts";
import { type Config, writeVariable } from "./config.ts";
import { machine, print } from "./machine.ts";
import type { Terminal } from "./terminal.ts";

const cognito: AwsService = { signingName: "cognito-idp", hostPrefix: "cognito-idp", name: "Amazon Cognito" };

/**
 * Makes sure that strangers can't become administrators: there must be a group, or a pool that refuses sign-up.
 * @returns a warning if something must be fixed before administrators can sign in
 */
export async function prepareAdministrators(
  { userPool, adminGroup, provider }: Config,
  terminal: Terminal | undefined,
): Promise<string | undefined> {
  if (userPool.USER_POOL_ID === "") return checkProvider(provider);
  const group = adminGroup || (await askForGroup(userPool.USER_POOL_ID, terminal));
  if (group === "") return checkSignUp(userPool);
  if (group !== adminGroup) await writeVariable("ADMIN_GROUP", group);
  return createGroup(userPool, group);
}

function checkProvider({ issuer, admins, accessAudience }: Config["provider"]): string | undefined {
  if (issuer === "" && accessAudience === "") print("   Nobody yet: the console asks the first one.");
  if (issuer !== "" && admins === "")
    return "OIDC_ADMINS is empty, so nobody who signs in at the provider is an administrator. Set it in wrangler.toml and deploy again.";
  return undefined;
}

const missingSecret =
  "The Worker doesn't have the secret of the console's client at the provider, so nobody can sign in there. Enter it with `npx wrangler secret put OIDC_CLIENT_SECRET`.";

/**
 * The secret is in no file: what is typed is in `newSecrets` until the Worker gets it.
 * @returns a warning if the Worker stays without it
 */
export async function askForClientSecret(
  { issuer, clientType }: Config["provider"],
  terminal: Terminal | undefined,
  newSecrets: Record<string, string>,
): Promise<string | undefined> {
  const isNeeded = issuer !== "" && clientType === "confidential";
  if (!isNeeded || (await hasSecret("OIDC_CLIENT_SECRET"))) return undefined;
  if (terminal === undefined) return missingSecret;
  newSecrets.OIDC_CLIENT_SECRET = await terminal.ask({
    text: `The secret of the console's client at ${issuer} (it isn't shown):`,
    pattern: /^\P{Cc}{1,500}$/u,
    problem: "It has at most 500 characters.",
    isSecret: true,
  });
  return undefined;
}

/** @returns "" for none, also where nobody could answer */
async function askForGroup(poolID: string, terminal: Terminal | undefined): Promise<string> {
  if (terminal === undefined) return "";
  print(`   ADMIN_GROUP is empty: every user of the user pool ${poolID} is an administrator.`);
  return terminal.ask({
    text: "Which group of the pool has the administrators? (for example administrators; press Enter for none)",
    pattern: /^[\w.+=,@-]{0,128}$/,
    problem:
      "A group's name can have at most 128 characters: letters, digits and . _ + = , @ -. Enter another.",
  });
}

async function checkSignUp(userPool: Config["userPool"]): Promise<string | undefined> {
  const signUp = await fetchSignUp(userPool);
  if (signUp === "refused") {
    print("   The user pool refuses sign-up. Every user in it is an administrator.");
    return undefined;
  }
  if (signUp === "unknown") {
    return "The user pool did not say whether it refuses sign-up. Make sure that self-registration is turned off in it.";
  }
  return "ANYONE CAN SIGN UP in this user pool, and would be an administrator. The Worker lets nobody in until you turn off self-registration in the user pool, or set ADMIN_GROUP in wrangler.toml and deploy again.";
}

async function createGroup(userPool: Config["userPool"], group: string): Promise<string | undefined> {
  const input = { UserPoolId: userPool.USER_POOL_ID, GroupName: group };
  if (!machine().env.AWS_ACCESS_KEY_ID || !machine().env.AWS_SECRET_ACCESS_KEY) {
    print("   There are no AWS credentials in the environment. If the group doesn't exist yet:");
    print(manualSteps(userPool, group));
    return undefined;
  }
  try {
    await call(userPool, "CreateGroup", input).then(
      () => print(`   The group ${group} has been created.`),
      (error: unknown) => {
        if (!(error instanceof AwsError && error.type === "GroupExistsException")) throw error;
      },
    );
    const { Users = [] } = (await call(userPool, "ListUsersInGroup", { ...input, Limit: 1 })) as {
      Users?: object[];
    }; // as Amazon's API reference documents it
    if (Users.length > 0) return undefined;
    return `Nobody is in the group ${group} yet, so nobody is an administrator:\n${manualSteps(userPool, group)}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The group ${group} could not be checked or created: ${reason}\n${manualSteps(userPool, group)}`;
  }
}

function call(userPool: Config["userPool"], action: string, input: object): Promise<unknown> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = machine().env;
  const env = { ...userPool, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN };
  return callAws(env, cognito, {
    region: poolRegion(userPool),
    endpoint: "USER_POOL_ENDPOINT",
    path: "/",
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": `AWSCognitoIdentityProviderService.${action}`,
    },
    input,
    retries: 2,
  });
}

/** A pool's ID starts with its region, as in `eu-west-1_AbC123`. */
function poolRegion({ USER_POOL_ID }: Config["userPool"]): string {
  return USER_POOL_ID.replace(/_.*/, "");
}

function manualSteps(userPool: Config["userPool"], group: string): string {
  const where = `--region ${poolRegion(userPool)} --user-pool-id ${userPool.USER_POOL_ID} --group-name ${group}`;
  return [
    `     aws cognito-idp create-group ${where}`,
    "   and for each administrator:",
    `     aws cognito-idp admin-add-user-to-group ${where} --username <email address>`,
    "   or do both in the Amazon Cognito console, under Groups of the user pool.",
  ].join("\n");
}
