import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";

// Who of those that hold a good token is an administrator.

const ADMIN_GROUP = "administrators";
const notInGroup =
  "You are signed in, but you are not an administrator. Ask whoever runs the user pool to add you to its group “administrators”, then sign out and sign in again.";
const notVerified =
  "Your email address is not verified. Ask whoever runs the user pool to mark it as verified, then sign out and sign in again.";
const openPool =
  "Anyone can sign up in this user pool, so nobody is let in. Ask whoever runs this page to switch self-registration off in the user pool, or to set ADMIN_GROUP: README.md, “Deploy”.";
const otherProvider =
  "You are signed in through another identity provider, whose users are administrators only as members of a group. Ask whoever runs this page to set ADMIN_GROUP: README.md, “Deploy”.";

let withGroup: Daymark;
let withoutGroup: Daymark;
beforeAll(async () => {
  withGroup = await startDaymark({ vars: { ADMIN_GROUP } });
  withoutGroup = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => Promise.all([withGroup.stop(), withoutGroup.stop()]));
let ahead = 0;
beforeEach(() => {
  withoutGroup.signUp.state = "refused";
  ahead += 3_600_000; // what the pool said in a test before has expired
});

async function settings(daymark: Daymark, claims: Record<string, unknown>, after = 0) {
  const exp = Math.floor((Date.now() + ahead + after) / 1000) + 3600;
  const iat = exp - 3600;
  const headers = {
    Authorization: await daymark.token(daymark === withoutGroup ? { iat, exp, ...claims } : claims),
    "x-test-ahead": `${ahead + after}`,
  };
  const response = await daymark.fetch("/api/settings", { headers });
  const { errorMessage } = await response.json();
  return [response.status, errorMessage];
}

const groups = (list: unknown) => ({ "cognito:groups": list });

test("with a group, its members are administrators", async () => {
  for (const list of [[ADMIN_GROUP], ["others", ADMIN_GROUP]])
    expect(await settings(withGroup, groups(list))).toEqual([200, undefined]);
  expect(withGroup.signUp.calls).toBe(0); // strangers may be users then
});

const outsiders: Record<string, unknown> = {
  "no groups": undefined,
  "an empty list of groups": [],
  "another group": ["others"],
  "a group whose name begins with it": ["administrators-of-another-page"],
  "the group in other letters": ["Administrators"],
  "the group as text": ADMIN_GROUP,
  "the group within a text": `others,${ADMIN_GROUP}`,
  "the group in an object": { 0: ADMIN_GROUP, length: 1 },
  "the group in a list within the list": [[ADMIN_GROUP]],
};

test.for(Object.entries(outsiders))("a user with %s is told what to do", async ([, list]) => {
  expect(await settings(withGroup, groups(list))).toEqual([403, notInGroup]);
});

test("a group in a claim of another name makes no administrator", async () => {
  for (const name of ["groups", "custom:groups", "cognito:roles"])
    expect(await settings(withGroup, { [name]: [ADMIN_GROUP] })).toEqual([403, notInGroup]);
});

test.for([false, undefined, "true", 1, null])(
  "an address whose verification is %j makes no administrator, in the group or without one",
  async (email_verified) => {
    expect(await settings(withGroup, { ...groups([ADMIN_GROUP]), email_verified })).toEqual([
      403,
      notVerified,
    ]);
    expect(await settings(withoutGroup, { email_verified })).toEqual([403, notVerified]);
  },
);

test("each call that an administrator alone may make is a 403 for other users, and changes nothing", async () => {
  const Authorization = await withGroup.token();
  for (const [method, path] of [
    ["POST", "/api/components"],
    ["PATCH", "/api/settings"],
    ["DELETE", "/api/incidents/x"],
    ["GET", "/api/metrics"],
    ["GET", "/api/components?fresh=1"],
    ["GET", "/api/v2/summary.json?fresh=1"],
  ] as const) {
    const body = method === "GET" ? undefined : JSON.stringify({ name: "Mine", serviceName: "Mine" });
    const response = await withGroup.fetch(path, {
      method,
      headers: { Authorization },
      ...(body && { body }),
    });
    expect([method, path, response.status]).toEqual([method, path, 403]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
  expect(await (await withGroup.visitor.components.$get({ query: {} })).json()).toEqual([]);
});

test("without a group, users of a pool that refuses sign-up are administrators", async () => {
  expect(await settings(withoutGroup, {})).toEqual([200, undefined]);
});

test("without a group, nobody is an administrator where strangers can sign up", async () => {
  withoutGroup.signUp.state = "open";
  expect(await settings(withoutGroup, {})).toEqual([403, openPool]);
  expect(withoutGroup.signUp.users).toBe(0); // asking has made no user
});

test("a closed pool is noticed after half a minute, and an opened one after ten minutes", async () => {
  withoutGroup.signUp.state = "open";
  expect(await settings(withoutGroup, {})).toEqual([403, openPool]);
  withoutGroup.signUp.state = "refused";
  expect(await settings(withoutGroup, {}, 31_000)).toEqual([200, undefined]);
  withoutGroup.signUp.state = "open";
  expect(await settings(withoutGroup, {}, 31_000 + 601_000)).toEqual([403, openPool]);
});

test("many calls ask the pool once, and an invalid token never does", async () => {
  await settings(withoutGroup, {});
  const { calls } = withoutGroup.signUp;
  for (let call = 0; call < 20; call += 1) expect((await settings(withoutGroup, {}))[0]).toBe(200);
  expect((await settings(withoutGroup, { aud: "another" }, 3_000_000))[0]).toBe(401);
  expect(withoutGroup.signUp.calls).toBe(calls);
});

test.for(["throttled", "broken"] as const)(
  "a pool that is %s locks no administrator out, and is as it was before",
  async (state) => {
    withoutGroup.signUp.state = "open";
    expect(await settings(withoutGroup, {})).toEqual([403, openPool]);
    withoutGroup.signUp.state = state;
    expect(await settings(withoutGroup, {}, 60_000)).toEqual([403, openPool]);
    const fresh = await startDaymark();
    fresh.signUp.state = state;
    expect(await settings(fresh, {})).toEqual([200, undefined]);
    await expect
      .poll(() => fresh.logs.join("\n"))
      .toContain("The user pool did not say whether it refuses sign-up.");
    await fresh.stop();
  },
);

test("without a group, users of another identity provider are no administrators", async () => {
  const identities = [{ userId: "1", providerName: "Google", providerType: "Google" }];
  expect(await settings(withoutGroup, { identities })).toEqual([403, otherProvider]);
  expect((await settings(withGroup, { identities, ...groups([ADMIN_GROUP]) }))[0]).toBe(200);
});
