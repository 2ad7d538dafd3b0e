import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";

// State of a module lives as long as its isolate. Caches are created by `createMemory`, which keeps all of them within
// one budget. This table lists all other state, with its bound.

const bounds: Record<string, string> = {
  "worker/writes/audit.ts unaudited": "constant",
  "worker/alerts/engine/run-soon.ts lastStartedAt": "a number",
  "worker/alerts/received/refusals.ts uncounted": "the sources and three reasons",
  "worker/shared/bounded-memory.ts startGeneration": "the calls of createMemory",
  "worker/shared/bounded-memory.ts youngBytes": "a number",
  "worker/shared/bounded-memory.ts oldBytes": "a number",
  "worker/api.ts cachedDescription": "one description",
  "worker/backup/rows.ts cached": "one schema for each part of an archive",
  "worker/notices/message-markdown.ts permissive": "one parser",
  "worker/notify/mail/bounces/signature.ts keys": "10 keys",
  "worker/notify/mail/bounces/store.ts NON_COMPLAINTS": "constant",
  "worker/notify/mail/cloudflare.ts faults": "constant",
  "worker/http/lists/pagination.ts filterNames": "constant",
  "worker/components/uptime.ts operationalDays": "the days that a page can show",
  "worker/storage/new-item-ids.ts reservedIDs": "weakly, the requests under way",
  "worker/cache/memory.ts latest": "two numbers",
  "worker/cache/memory.ts freeBytes": "50 addresses",
  "worker/cache/memory.ts writes": "a number",
  "worker/notify/mail/postmark.ts faults": "constant",
  "worker/notify/mail/resend.ts rate": "a number",
  "worker/notify/mail/ses.ts rates": "the regions of the mail service",
  "worker/metrics/visible-metrics.ts lastKnown": "the ids of visible metrics",
  "worker/http/call.ts descriptions": "the handlers of routes",
  "worker/public/pages/policy.ts hashes": "20 hashes",
  "worker/public/pages/known-service.ts last": "the name, color and logo of one service",
  "worker/http/limits/search-limits.ts searches": "two searches",
  "worker/storage/secret-key.ts derivedKeys": "two keys for each purpose",
  "worker/sign-in/source-keys.ts keySetCache": "three key sets of 64 KiB",
  "worker/sign-in/sign-up-cache.ts cache": "one answer",
  "worker/sign-in/stored-key-set.ts storedCopies": "three key sets of 64 KiB",
  "worker/sign-in/active.ts cache": "one sign-in",
  "worker/sign-in/active.ts changes": "a number",
  "worker/sign-in/valid-keys.ts refreshedAt": "a number",
  "worker/notify/subscribers/address.ts GMAIL": "constant",
  "worker/notify/push/limits.ts fullUntil": "a number",
};

/** Matches variables and collections at the top level of a module. */
const stateDeclaration =
  /^(?:export )?(?:let (\w+)|const (\w+).*? = (?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\];))/gm;

test("all module state of the Worker is within the memory budget or has a bound of its own", () => {
  const files = globSync(["worker/**/*.{ts,tsx}", "web/status/{texts,views}/**/*.{ts,tsx}"], {
    cwd: root,
  });
  const declarations = files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, "utf8").matchAll(stateDeclaration)].map(
      ([, one, other]) => `${file} ${one ?? other}`,
    ),
  );
  expect(declarations.toSorted()).toEqual(Object.keys(bounds).toSorted());
});
