import { afterEach, beforeEach, expect, test } from "vitest";
import { copyForDeployment, type Deployment, emptyAccount } from "../support/deployment.ts";
import { poolAdministrator } from "../support/pool-groups.ts";
import { startUserPool, type UserPool } from "../support/user-pool.ts";

let copy: Deployment;
let pool: UserPool;
beforeEach(async () => {
  copy = await copyForDeployment();
  pool = await startUserPool();
  await copy.write("wrangler.toml", (toml) =>
    toml
      .replace(/^USER_POOL_ID = .*$/m, 'USER_POOL_ID = "eu-west-1_Ab3"')
      .replace(/^USER_POOL_CLIENT_ID = .*$/m, 'USER_POOL_CLIENT_ID = "c1ient"')
      .replace(/^USER_POOL_ENDPOINT = .*$/m, `USER_POOL_ENDPOINT = "${pool.endpoint}"`),
  );
});
afterEach(() => Promise.all([copy.remove(), pool.stop()]));

const setGroup = (group: string) =>
  copy.write("wrangler.toml", (toml) => toml.replace(/^ADMIN_GROUP = .*$/m, `ADMIN_GROUP = "${group}"`));
const groupKept = async () => /^ADMIN_GROUP = "(.*)"$/m.exec(await copy.read("wrangler.toml"))?.[1];
const key = {
  AWS_ACCESS_KEY_ID: poolAdministrator.accessKeyId,
  AWS_SECRET_ACCESS_KEY: poolAdministrator.secretAccessKey,
};
/** Where a deployment stops that has seen to its administrators: the rest is deploy.test.ts's. */
const stopsAfterwards = { ...emptyAccount, fails: "d1 list --json" };
const wentOn = expect.objectContaining({ calls: ["whoami --json", "d1 list --json"] });
const times = (text: string, words: string) => text.split(words).length - 1;
const openPool = "ANYONE CAN SIGN UP in this user pool";
const members =
  "aws cognito-idp admin-add-user-to-group --region eu-west-1 --user-pool-id eu-west-1_Ab3 --group-name administrators --username <email address>";

test("without a group, a pool that refuses sign-up is deployed as before", async () => {
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect([account, await groupKept(), pool.signUp.calls]).toEqual([wentOn, "", 1]);
  expect(text).toContain("The user pool refuses sign-up. Every user in it is an administrator.");
  expect(text).not.toContain("!!");
});

test("without a group, a pool in which anyone can sign up is said loudly, and at the end again", async () => {
  pool.signUp.state = "open";
  const { code, text } = await copy.deploy(emptyAccount);
  expect([code, times(text, openPool)]).toEqual([0, 2]);
  expect(text.indexOf(openPool)).toBeLessThan(text.indexOf("Build the static files"));
  expect(text.lastIndexOf(openPool)).toBeGreaterThan(text.indexOf("Deployed."));
  expect(pool.signUp.users).toBe(0);
});

test.for(["throttled", "broken"] as const)("a pool that is %s stops no deployment", async (state) => {
  pool.signUp.state = state;
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect(account).toEqual(wentOn);
  expect(text).toContain("The user pool did not say whether it refuses sign-up.");
});

test("with credentials of AWS the group is made, once, and a group without members is said", async () => {
  await setGroup("administrators");
  const first = await copy.deployWith(key, stopsAfterwards);
  expect([first.account, [...pool.groups]]).toEqual([wentOn, [["eu-west-1_Ab3 administrators", []]]]);
  expect(first.text).toContain("The group administrators has been created.");
  expect(first.text).toContain("!! Nobody is in the group administrators yet");
  expect(first.text).toContain(members);
  expect(pool.signUp.calls).toBe(0);

  pool.groups.set("eu-west-1_Ab3 administrators", ["somebody"]);
  const second = await copy.deployWith(key, stopsAfterwards);
  expect([second.account, [...pool.groups]]).toEqual([
    wentOn,
    [["eu-west-1_Ab3 administrators", ["somebody"]]],
  ]);
  expect(second.text).not.toContain("!!");
});

test("without credentials of AWS it says what to do, and goes on", async () => {
  await setGroup("administrators");
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect([account, pool.groups.size]).toEqual([wentOn, 0]);
  expect(text).toContain(
    "aws cognito-idp create-group --region eu-west-1 --user-pool-id eu-west-1_Ab3 --group-name administrators\n",
  );
  expect(text).toContain(members);
});

test("credentials that may not make the group are said with AWS's words, and stop no deployment", async () => {
  await setGroup("administrators");
  const { account, text } = await copy.deployWith(
    { ...key, AWS_SECRET_ACCESS_KEY: "another" },
    stopsAfterwards,
  );
  expect([account, pool.groups.size]).toEqual([wentOn, 0]);
  expect(text).toContain("The request signature we calculated does not match the signature you provided.");
  expect(text).toContain(members);
  expect(text).not.toContain("another");
});

test("at a terminal the group is asked for, kept in wrangler.toml and made", async () => {
  const { account, text } = await copy.deployAtTerminal("administrators\n", stopsAfterwards, key);
  expect([account, await groupKept()]).toEqual([wentOn, "administrators"]);
  expect(text).toContain("every user of the user pool eu-west-1_Ab3 is an administrator");
  expect([...pool.groups.keys()]).toEqual(["eu-west-1_Ab3 administrators"]);
});

test("a wrangler.toml from before there were groups gets the line", async () => {
  await copy.write("wrangler.toml", (toml) => toml.replace(/^ADMIN_GROUP = .*\n/m, ""));
  expect((await copy.deploy(stopsAfterwards)).account).toEqual(wentOn);
  expect(await groupKept()).toBeUndefined();
  await copy.deployAtTerminal("ops-team\n", stopsAfterwards);
  expect(await copy.read("wrangler.toml")).toContain(
    'USER_POOL_CLIENT_ID = "c1ient"\nADMIN_GROUP = "ops-team"\n',
  );
});

test("whoever wants no group presses Enter, and the pool is looked at", async () => {
  const { account } = await copy.deployAtTerminal("\n", stopsAfterwards);
  expect([account, await groupKept(), pool.signUp.calls]).toEqual([wentOn, "", 1]);
});

test("a name that no group can have is refused before anything is done", async () => {
  const { code, text, account } = await copy.deployAtTerminal('x" y\n', emptyAccount);
  expect([code, await groupKept()]).toEqual([1, ""]);
  expect(text).toContain("A group's name can have at most 128 characters: letters, digits");
  expect(account.databases).toEqual([]);
});

test("a job is never asked, though it has a terminal", async () => {
  const { account, text } = await copy.deployAtTerminal("", stopsAfterwards, { CI: "true" });
  expect([account, await groupKept()]).toEqual([wentOn, ""]);
  expect(text).not.toContain("Which group of the pool");
});
