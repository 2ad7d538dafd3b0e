import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// A valid token alone makes nobody an administrator.

const ADMIN_GROUP = "administrators";
// The Worker asks the user pool again after 30 seconds if sign-up was open, and after 10 minutes if it was refused.
const AFTER_OPEN_MS = 31_000;
const AFTER_REFUSED_MS = 601_000;
const notInGroupMessage =
  "You are signed in, but you are not an administrator. Ask whoever runs the user pool to add you to its group “administrators”, then sign out and sign in again.";
const notVerifiedMessage =
  "Your email address is not verified. Ask whoever runs the user pool to mark it as verified, then sign out and sign in again.";
const openPoolMessage =
  "Anyone can sign up in this user pool, so nobody is let in. Ask whoever runs this page to switch self-registration off in the user pool, or to set ADMIN_GROUP: docs/sign-in.md.";
const otherProviderMessage =
  "You are signed in through another identity provider, whose users are administrators only as members of a group. Ask whoever runs this page to set ADMIN_GROUP: docs/sign-in.md.";

let withGroup: Daymark;
let withoutGroup: Daymark;
beforeAll(async () => {
  withGroup = await startDaymark({ vars: { ADMIN_GROUP } });
  withoutGroup = await startDaymark();
});
afterAll(() => Promise.all([withGroup.stop(), withoutGroup.stop()]));
let clockOffsetMs = 0;
beforeEach(() => {
  withoutGroup.signUp.state = "refused";
  clockOffsetMs += HOUR_MS; // expires the pool's response of the test before
});

async function readSettings(daymark: Daymark, claims: Record<string, unknown>, delayMs = 0) {
  const aheadMs = clockOffsetMs + delayMs;
  const iat = Math.floor((Date.now() + aheadMs) / 1000);
  const headers =
    daymark === withGroup
      ? { Authorization: await daymark.token(claims) }
      : {
          Authorization: await daymark.token({ iat, exp: iat + 3600, ...claims }),
          "x-test-ahead": `${aheadMs}`,
        };
  const response = await daymark.fetch("/api/settings", { headers });
  const { errorMessage } = await response.json();
  return [response.status, errorMessage];
}

const groupClaim = (groups: unknown) => ({ "cognito:groups": groups });

test("with ADMIN_GROUP set, members of that group are administrators", async () => {
  for (const list of [[ADMIN_GROUP], ["others", ADMIN_GROUP]])
    expect(await readSettings(withGroup, groupClaim(list))).toEqual([200, undefined]);
  expect(withGroup.signUp.calls).toBe(0); // a group makes open sign-up harmless, so the Worker doesn't ask about it
});

const groupsWithoutAccess: Record<string, unknown> = {
  "no groups": undefined,
  "an empty list of groups": [],
  "another group": ["others"],
  "a group whose name starts with the group's name": ["administrators-of-another-page"],
  "the group in different case": ["Administrators"],
  "the group as a string": ADMIN_GROUP,
  "the group within a comma-separated string": `others,${ADMIN_GROUP}`,
  "the group in an object": { 0: ADMIN_GROUP, length: 1 },
  "the group in a nested list": [[ADMIN_GROUP]],
};

test.for(Object.entries(groupsWithoutAccess))(
  "a user with %s gets 403 with instructions",
  async ([, list]) => {
    expect(await readSettings(withGroup, groupClaim(list))).toEqual([403, notInGroupMessage]);
  },
);

test("a group in another claim grants no access", async () => {
  for (const name of ["groups", "custom:groups", "cognito:roles"])
    expect(await readSettings(withGroup, { [name]: [ADMIN_GROUP] })).toEqual([403, notInGroupMessage]);
});

test.for([false, undefined, "true", 1, null])(
  "a user whose email_verified is %j is not an administrator, with or without ADMIN_GROUP",
  async (email_verified) => {
    expect(await readSettings(withGroup, { ...groupClaim([ADMIN_GROUP]), email_verified })).toEqual([
      403,
      notVerifiedMessage,
    ]);
    expect(await readSettings(withoutGroup, { email_verified })).toEqual([403, notVerifiedMessage]);
  },
);

test("administrator operations return 403 to other users and change nothing", async () => {
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

test("without ADMIN_GROUP, all users of a pool that refuses sign-up are administrators", async () => {
  expect(await readSettings(withoutGroup, {})).toEqual([200, undefined]);
});

test("without ADMIN_GROUP, nobody is an administrator if the pool allows sign-up", async () => {
  withoutGroup.signUp.state = "open";
  expect(await readSettings(withoutGroup, {})).toEqual([403, openPoolMessage]);
  expect(withoutGroup.signUp.users).toBe(0); // the check itself must not create a user
});

test("the Worker notices disabled sign-up after 30 seconds, and enabled sign-up after 10 minutes", async () => {
  withoutGroup.signUp.state = "open";
  expect(await readSettings(withoutGroup, {})).toEqual([403, openPoolMessage]);
  withoutGroup.signUp.state = "refused";
  expect(await readSettings(withoutGroup, {}, AFTER_OPEN_MS)).toEqual([200, undefined]);
  withoutGroup.signUp.state = "open";
  expect(await readSettings(withoutGroup, {}, AFTER_OPEN_MS + AFTER_REFUSED_MS)).toEqual([
    403,
    openPoolMessage,
  ]);
});

test("many requests query the pool once, and a request with an invalid token never does", async () => {
  await readSettings(withoutGroup, {});
  const { calls } = withoutGroup.signUp;
  for (let request = 0; request < 20; request += 1)
    expect((await readSettings(withoutGroup, {}))[0]).toBe(200);
  expect((await readSettings(withoutGroup, { aud: "another" }, 3_000_000))[0]).toBe(401);
  expect(withoutGroup.signUp.calls).toBe(calls);
});

test.for(["throttled", "broken"] as const)(
  "if the pool is %s, its last known state applies, and without one administrators keep access",
  async (state) => {
    withoutGroup.signUp.state = "open";
    expect(await readSettings(withoutGroup, {})).toEqual([403, openPoolMessage]);
    withoutGroup.signUp.state = state;
    expect(await readSettings(withoutGroup, {}, MINUTE_MS)).toEqual([403, openPoolMessage]);
    const fresh = await startDaymark();
    fresh.signUp.state = state;
    expect(await readSettings(fresh, {})).toEqual([200, undefined]);
    await expect
      .poll(() => fresh.logs.join("\n"))
      .toContain("The user pool did not say whether it refuses sign-up.");
    await fresh.stop();
  },
);

test("without ADMIN_GROUP, users of another identity provider are not administrators", async () => {
  const identities = [{ userId: "1", providerName: "Google", providerType: "Google" }];
  expect(await readSettings(withoutGroup, { identities })).toEqual([403, otherProviderMessage]);
  expect((await readSettings(withGroup, { identities, ...groupClaim([ADMIN_GROUP]) }))[0]).toBe(200);
});
