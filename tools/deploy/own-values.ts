import { existsSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { writeJurisdiction, writeName, writeVariable } from "./config.ts";
import { isJurisdiction } from "./locations.ts";
import { machine, repositoryPath } from "./machine.ts";
import { locationFormat, nameFormat } from "./questions.ts";
import { DeployError } from "./wrangler.ts";

/** The variables of wrangler.toml that are different for each installation. */
const KEYS = [
  "STATUS_PAGE_URL",
  "ADMIN_PAGE_URL",
  "SIGN_IN",
  "USER_POOL_ID",
  "USER_POOL_CLIENT_ID",
  "ADMIN_GROUP",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_TYPE",
  "OIDC_ADMIN_CLAIM",
  "OIDC_ADMINS",
  "ACCESS_TEAM_DOMAIN",
  "ACCESS_AUD",
  "MAIL_TOPIC_ARN",
  "EMAIL_SERVICE",
];
/** These are no variables. The first names everything in the account, the second says where the data is created. */
const OTHER_KEYS = ["NAME", "DATA_LOCATION"];
const ALL_KEYS = [...KEYS, ...OTHER_KEYS];
/** Their only value beside the empty one. */
const onlyWords: Record<string, string> = {
  EMAIL_SERVICE: "on",
  OIDC_CLIENT_TYPE: "confidential",
  SIGN_IN: "variables",
};
const PREFIX = "DAYMARK_";
const FILE = "deployment.env";

/**
 * Reads this installation's own values from `deployment.env`, which no new version of the repository changes, and, before that,
 * from the environment, where each key has the prefix DAYMARK_.
 * @throws DeployError for a name in the file that isn't one of the variables, and for a value that wrangler.toml can't have
 */
export async function readOwnValues(): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...(await readFileValues()), ...machine().env })) {
    const key = name.replace(PREFIX, "");
    // The environment may have other names with this prefix, such as those of the command line.
    if (value === undefined || !name.startsWith(PREFIX) || !ALL_KEYS.includes(key)) continue;
    if (!/^[^"\\\p{Cc}]{0,500}$/u.test(value))
      throw new DeployError(
        `${name} can have at most 500 characters, without quotation marks and backslashes. Nothing was changed.`,
      );
    const word = onlyWords[key];
    if (word !== undefined && value !== word && value !== "")
      throw new DeployError(`${name} is either "${word}" or empty. Nothing was changed.`);
    values[key] = value;
  }
  for (const [key, { pattern, problem }] of Object.entries({
    NAME: nameFormat,
    DATA_LOCATION: locationFormat,
  }))
    if (values[key] !== undefined && !pattern.test(values[key]))
      throw new DeployError(`${PREFIX}${key}: ${problem} Nothing was changed.`);
  return values;
}

async function readFileValues(): Promise<NodeJS.Dict<string>> {
  const path = repositoryPath(FILE);
  if (!existsSync(path)) return {};
  const values = parseEnv(await readFile(path, "utf8"));
  for (const name of Object.keys(values))
    if (!ALL_KEYS.some((key) => name === PREFIX + key))
      throw new DeployError(
        `${FILE} has ${name}, which is not one of ${ALL_KEYS.map((key) => PREFIX + key).join(", ")}. Nothing was changed.`,
      );
  return values;
}

export async function writeOwnValues({
  NAME,
  DATA_LOCATION,
  ...variables
}: Record<string, string>): Promise<void> {
  if (NAME !== undefined) await writeName(NAME);
  if (DATA_LOCATION !== undefined && isJurisdiction(DATA_LOCATION)) await writeJurisdiction(DATA_LOCATION);
  for (const [key, value] of Object.entries(variables)) await writeVariable(key, value);
}

/** Keeps answers for the deployments to come. */
export async function keepOwnValues(values: Record<string, string>): Promise<void> {
  const path = repositoryPath(FILE);
  const existing = existsSync(path) ? await readFile(path, "utf8") : "";
  const lineBreak = existing === "" || existing.endsWith("\n") ? "" : "\n";
  const lines = Object.entries(values).map(([key, value]) => `${PREFIX}${key}="${value}"\n`);
  await appendFile(path, lineBreak + lines.join(""));
}
