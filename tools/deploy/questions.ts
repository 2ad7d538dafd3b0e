import { locations } from "./locations.ts";
import { print } from "./machine.ts";
import type { Terminal } from "./terminal.ts";

/** A bucket's name has at least three characters, and a queue's at most 63. */
export const nameFormat = {
  pattern: /^[a-z][a-z0-9-]{1,28}[a-z0-9]$/,
  problem: "A name has 3 to 30 lowercase letters, digits and dashes, and begins with a letter.",
};
export const locationFormat = {
  pattern: new RegExp(`^(?:${Object.keys(locations).join("|")})?$`),
  problem: `Enter one of ${Object.keys(locations).join(", ")}, or nothing.`,
};

/** Each pattern also keeps out what deployment.env and wrangler.toml can't have. */
const url = /^https:\/\/[^\s"\\\p{Cc}]{1,400}$/u;
const word = /^[^\s"\\\p{Cc}]{1,200}$/u;

const before = `
This is the first deployment. It needs a Cloudflare account in which R2 is turned on: the dashboard asks for a payment method,
also for the free amount. The free plan is enough for a small page. The paid plan of Workers is needed for more than
100,000 requests a day, or for more than 10,000 operations of queues a day.
The answers are kept in deployment.env, and asked for only once.
`;

/** Asks for what nobody but the operator knows, and returns own values by their names without DAYMARK_. */
export async function askForOwnValues(terminal: Terminal): Promise<Record<string, string>> {
  print(before);
  return {
    ...(await askForName(terminal)),
    ...(await askForLocation(terminal)),
    ...(await askForSignIn(terminal)),
    ...(await askForEmail(terminal)),
  };
}

async function askForName({ ask }: Terminal) {
  const NAME = await ask({
    text: "A name for the Worker, the database and all else in the account, such as acme (Enter for daymark):",
    ...nameFormat,
    pattern: new RegExp(`^$|${nameFormat.pattern.source}`),
  });
  return NAME === "" ? {} : { NAME };
}

async function askForLocation({ ask }: Terminal) {
  print("   Where should the data be? This can't be changed later.");
  for (const [name, location] of Object.entries(locations)) print(`     ${name.padEnd(8)} ${location}`);
  const DATA_LOCATION = await ask({
    text: "Which one? (Enter for near you)",
    ...locationFormat,
  });
  return DATA_LOCATION === "" ? {} : { DATA_LOCATION };
}

async function askForSignIn(terminal: Terminal): Promise<Record<string, string>> {
  print("   How do administrators sign in?");
  print("     1  a user pool of Amazon Cognito");
  print("     2  an OpenID Connect provider, such as Google, Keycloak, Okta, Auth0 or Microsoft Entra ID");
  print("     3  Cloudflare Access, in front of the console");
  const choice = await terminal.ask({
    text: "Which one? (Enter to choose in the console, by a link that the deployment prints)",
    pattern: /^[123]?$/,
    problem: "Enter 1, 2 or 3.",
  });
  if (choice === "1") return askForUserPool(terminal);
  const noPool = { USER_POOL_ID: "", USER_POOL_CLIENT_ID: "" };
  if (choice === "") return noPool;
  return {
    ...noPool,
    ...(await (choice === "3" ? askForAccess(terminal) : askForProvider(terminal))),
  };
}

async function askForEmail({ ask }: Terminal) {
  print("   How is email sent to subscribers? This can be changed later.");
  print("     1  with Cloudflare's Email Service, which the account must have");
  print("     2  with Amazon SES");
  const choice = await ask({
    text: "Which one? (Enter for no email yet)",
    pattern: /^[12]?$/,
    problem: "Enter 1, 2 or nothing.",
  });
  return choice === "1" ? { EMAIL_SERVICE: "on" } : {};
}

async function askForUserPool({ ask }: Terminal) {
  const USER_POOL_ID = await ask({
    text: "The ID of the user pool:",
    pattern: /^[\w-]{1,55}_\w{1,55}$/,
    problem: "It looks like eu-west-1_AbC123.",
  });
  const USER_POOL_CLIENT_ID = await ask({
    text: "The ID of its app client:",
    pattern: /^\w{1,128}$/,
    problem: "It has letters and digits only.",
  });
  return { USER_POOL_ID, USER_POOL_CLIENT_ID };
}

async function askForAccess({ ask }: Terminal) {
  return {
    ACCESS_TEAM_DOMAIN: await ask({
      text: "The address of your team, such as https://acme.cloudflareaccess.com:",
      pattern: /^https:\/\/[a-z0-9-]{1,63}\.cloudflareaccess\.com$/,
      problem: "It looks like https://acme.cloudflareaccess.com, without a slash at the end.",
    }),
    ACCESS_AUD: await ask({
      text: "The tag (AUD) of the console's Access application:",
      pattern: /^[0-9a-f]{64}$/,
      problem: "It has 64 digits and letters from a to f.",
    }),
  };
}

async function askForProvider({ ask }: Terminal) {
  const OIDC_ISSUER = await ask({
    text: "The issuer:",
    pattern: url,
    problem: "It is an address that begins with https://, exactly as the provider's configuration spells it.",
  });
  const OIDC_CLIENT_ID = await ask({
    text: "The ID of the console's client there:",
    pattern: word,
    problem: "It has at most 200 characters, without spaces and quotation marks.",
  });
  const hasSecret = await ask({
    text: "Does it have a secret? (y, or Enter for a public client)",
    pattern: /^y?$/,
    problem: "Enter y or nothing. The secret itself is asked for later, and kept by the Worker alone.",
  });
  const claim = await ask({
    text: "The claim that says who is an administrator (Enter for groups):",
    pattern: /^[^\s"\\\p{Cc}]{0,200}$/u,
    problem: "It has at most 200 characters, without spaces and quotation marks.",
  });
  const OIDC_ADMINS = await ask({
    text: "Its values that make someone an administrator, separated by commas:",
    pattern: /^[^"\\\p{Cc}]{1,400}$/u,
    problem: "At least one is needed, because anyone may have an account at a provider.",
  });
  return {
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    ...(hasSecret === "y" && { OIDC_CLIENT_TYPE: "confidential" }),
    OIDC_ADMIN_CLAIM: claim || "groups",
    OIDC_ADMINS,
  };
}
