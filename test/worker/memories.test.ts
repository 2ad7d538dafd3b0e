import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../tools/paths.ts";

// What a module holds on to is there for as long as its isolate. It is made by `createMemory`, within the budget of all
// memories, or it stands here with what bounds it.

const bounded: Record<string, string> = {
  "worker/cache/bounded-memory.ts startGeneration": "the calls of createMemory",
  "worker/cache/bounded-memory.ts youngBytes": "a number",
  "worker/cache/bounded-memory.ts oldBytes": "a number",
  "worker/api.ts cachedDescription": "one description",
  "worker/mail/bounces/signature.ts keys": "10 keys",
  "worker/mail/bounces/store.ts NON_COMPLAINTS": "constant",
  "worker/components/uptime.ts operationalDays": "the days that a page can show",
  "worker/http/idempotency/claim.ts createdIDs": "weakly, the requests under way",
  "worker/cache/memory.ts latest": "two numbers",
  "worker/cache/memory.ts sinceKeys": "50 addresses",
  "worker/cache/memory.ts writes": "a number",
  "worker/mail/ses.ts rates": "the regions of the mail service",
  "worker/metrics/visible-metrics.ts lastKnown": "the ids of visible metrics",
  "worker/openapi/call.ts descriptions": "the handlers of routes",
  "worker/pages/policy.ts hashes": "20 hashes",
  "worker/pages/known-service.ts last": "the name, color and logo of one service",
  "worker/notices/plain-text.ts converters": "two lengths of lines",
  "worker/http/rate-limit.ts windows": "1,000 callers",
  "worker/storage/secret-key.ts derivedKeys": "two keys for each purpose",
  "worker/sign-in/pool-keys.ts keySetCache": "a key set of 64 KiB",
  "worker/sign-in/sign-up-cache.ts cache": "one answer",
  "worker/sign-in/stored-key-set.ts storedCopy": "a key set of 64 KiB",
  "worker/sign-in/valid-keys.ts refreshedAt": "a number",
  "worker/subscribers/address.ts GMAIL": "constant",
  "worker/subscribers/call-limits.ts localRefusal": "two numbers",
};

/** What can grow or change: variables, and collections at the top level of a module. */
const held = /^(?:export )?(?:let (\w+)|const (\w+).*? = (?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\];))/gm;

test("everything that a module of the Worker keeps is in the memories' budget, or has its own bound", () => {
  const files = globSync(["worker/**/*.{ts,tsx}", "web/status/{texts,views}/**/*.{ts,tsx}"], {
    cwd: root,
  });
  const found = files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, "utf8").matchAll(held)].map(
      ([, one, other]) => `${file} ${one ?? other}`,
    ),
  );
  expect(found.toSorted()).toEqual(Object.keys(bounded).toSorted());
});
