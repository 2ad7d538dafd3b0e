import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyAccount } from "../../support/deploy/account.ts";
import { copyForDeployment, type Deployment } from "../../support/deploy/deployment.ts";
import { startTokenIssuer, type TokenIssuer } from "../../support/fakes/fake-token-issuer.ts";
import { poolCredentials } from "../../support/fakes/fake-user-groups.ts";

let copy: Deployment;
let pool: TokenIssuer;
beforeAll(async () => {
  copy = await copyForDeployment();
});
beforeEach(async () => {
  pool = await startTokenIssuer();
  await copy.write("wrangler.toml", (toml) =>
    toml
      .replace(/^USER_POOL_ID = .*$/m, 'USER_POOL_ID = "eu-west-1_Ab3"')
      .replace(/^USER_POOL_CLIENT_ID = .*$/m, 'USER_POOL_CLIENT_ID = "c1ient"')
      .replace(/^USER_POOL_ENDPOINT = .*$/m, `USER_POOL_ENDPOINT = "${pool.endpoint}"`),
  );
});
afterEach(() => Promise.all([copy.reset(), pool.stop()]));
afterAll(() => copy.remove());

const setGroup = (group: string) =>
  copy.write("wrangler.toml", (toml) => toml.replace(/^ADMIN_GROUP = .*$/m, `ADMIN_GROUP = "${group}"`));
const readGroup = async () => /^ADMIN_GROUP = "(.*)"$/m.exec(await copy.read("wrangler.toml"))?.[1];
const credentials = {
  AWS_ACCESS_KEY_ID: poolCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: poolCredentials.secretAccessKey,
};
/** Stops the deployment after the administrators' step, because deploy.test.ts tests the rest. */
const stopsAfterwards = { ...emptyAccount, failingCall: "d1 list --json" };
const reachedNextStep = expect.objectContaining({ calls: ["whoami --json", "d1 list --json"] });
const countIn = (text: string, part: string) => text.split(part).length - 1;
const openPoolWarning = "ANYONE CAN SIGN UP in this user pool";
const addMemberCommand =
  "aws cognito-idp admin-add-user-to-group --region eu-west-1 --user-pool-id eu-west-1_Ab3 --group-name administrators --username <email address>";

test("without a group, a deployment with a pool that refuses sign-up shows no warning", async () => {
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect([account, await readGroup(), pool.signUp.calls]).toEqual([reachedNextStep, "", 1]);
  expect(text).toContain("The user pool refuses sign-up. Every user in it is an administrator.");
  expect(text).not.toContain("!!");
});

test("without a group, a pool with open sign-up causes a warning before the build and at the end", async () => {
  pool.signUp.state = "open";
  const { code, text } = await copy.deploy(emptyAccount);
  expect([code, countIn(text, openPoolWarning)]).toEqual([0, 2]);
  expect(text.indexOf(openPoolWarning)).toBeLessThan(text.indexOf("Build the static files"));
  expect(text.lastIndexOf(openPoolWarning)).toBeGreaterThan(text.indexOf("Deployed."));
  expect(pool.signUp.users).toBe(0);
});

test.for(["throttled", "broken"] as const)("a %s pool doesn't stop the deployment", async (state) => {
  pool.signUp.state = state;
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect(account).toEqual(reachedNextStep);
  expect(text).toContain("The user pool did not say whether it refuses sign-up.");
});

test("with AWS credentials the group is created once, and an empty group causes a warning", async () => {
  await setGroup("administrators");
  const first = await copy.deployWith(credentials, stopsAfterwards);
  expect([first.account, [...pool.groups]]).toEqual([
    reachedNextStep,
    [["eu-west-1_Ab3 administrators", []]],
  ]);
  expect(first.text).toContain("The group administrators has been created.");
  expect(first.text).toContain("!! Nobody is in the group administrators yet");
  expect(first.text).toContain(addMemberCommand);
  expect(pool.signUp.calls).toBe(0);

  pool.groups.set("eu-west-1_Ab3 administrators", ["somebody"]);
  const second = await copy.deployWith(credentials, stopsAfterwards);
  expect([second.account, [...pool.groups]]).toEqual([
    reachedNextStep,
    [["eu-west-1_Ab3 administrators", ["somebody"]]],
  ]);
  expect(second.text).not.toContain("!!");
});

test("without AWS credentials the deployment prints the commands to run, and continues", async () => {
  await setGroup("administrators");
  const { account, text } = await copy.deploy(stopsAfterwards);
  expect([account, pool.groups.size]).toEqual([reachedNextStep, 0]);
  expect(text).toContain(
    "aws cognito-idp create-group --region eu-west-1 --user-pool-id eu-west-1_Ab3 --group-name administrators\n",
  );
  expect(text).toContain(addMemberCommand);
});

test("if AWS refuses to create the group, the deployment prints AWS's message and continues", async () => {
  await setGroup("administrators");
  const { account, text } = await copy.deployWith(
    { ...credentials, AWS_SECRET_ACCESS_KEY: "another" },
    stopsAfterwards,
  );
  expect([account, pool.groups.size]).toEqual([reachedNextStep, 0]);
  expect(text).toContain("The request signature we calculated does not match the signature you provided.");
  expect(text).toContain(addMemberCommand);
  expect(text).not.toContain("another");
});

test("at a terminal the deployment asks for the group, writes it to wrangler.toml and creates it", async () => {
  const { account, text } = await copy.deployAtTerminal("administrators\n", stopsAfterwards, credentials);
  expect([account, await readGroup()]).toEqual([reachedNextStep, "administrators"]);
  expect(text).toContain("every user of the user pool eu-west-1_Ab3 is an administrator");
  expect([...pool.groups.keys()]).toEqual(["eu-west-1_Ab3 administrators"]);
});

test("a wrangler.toml without ADMIN_GROUP gets the line", async () => {
  await copy.write("wrangler.toml", (toml) => toml.replace(/^ADMIN_GROUP = .*\n/m, ""));
  expect((await copy.deploy(stopsAfterwards)).account).toEqual(reachedNextStep);
  expect(await readGroup()).toBeUndefined();
  await copy.deployAtTerminal("ops-team\n", stopsAfterwards);
  expect(await copy.read("wrangler.toml")).toContain(
    'USER_POOL_CLIENT_ID = "c1ient"\nADMIN_GROUP = "ops-team"\n',
  );
});

test("Enter chooses no group, and the deployment checks whether the pool refuses sign-up", async () => {
  const { account } = await copy.deployAtTerminal("\n", stopsAfterwards);
  expect([account, await readGroup(), pool.signUp.calls]).toEqual([reachedNextStep, "", 1]);
});

test("after an invalid group name the deployment asks again, and without an answer creates nothing", async () => {
  const { code, text, account } = await copy.deployAtTerminal('x" y\n', emptyAccount);
  expect([code, await readGroup()]).toEqual([1, ""]);
  expect(text).toContain("A group's name can have at most 128 characters: letters, digits");
  expect(text).toContain("There was no answer. Nothing was changed.");
  expect(account.databases).toEqual([]);
});

test("in CI the deployment asks nothing, even with a terminal", async () => {
  const { account, text } = await copy.deployAtTerminal("", stopsAfterwards, { CI: "true" });
  expect([account, await readGroup()]).toEqual([reachedNextStep, ""]);
  expect(text).not.toContain("Which group of the pool");
});
