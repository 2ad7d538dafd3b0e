import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, client } from "../../tools/demo/client.ts";
import { fillWithDemo } from "../../tools/demo/demo.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { signIn } from "../../tools/start/user-pool.ts";
import { startLighthouse } from "../support/lighthouse.ts";
import { startEmptyStack } from "../support/stack.ts";

// The pages show the demo's content, and each scores 100 in performance, accessibility, best practices and SEO.

let stack: Stack;
/** A page of 100 components in 20 groups. */
let large: Stack;
let lighthouse: Awaited<ReturnType<typeof startLighthouse>>;
const paths: Record<string, string> = { "main page": "/", history: "/history" };

beforeAll(async () => {
  stack = await startEmptyStack();
  await fillWithDemo(stack);
  const visitor = client(stack.statusPage);
  const [incident] = await answer(visitor.incidents.$get({ query: {} }));
  const [component] = await answer(visitor.components.$get());
  paths["incident's page"] = `/incidents/${incident?.incidentID}`;
  paths["component's page"] = `/components/${component?.componentID}`;
  large = await startEmptyStack();
  await fillWithGroups(large);
  lighthouse = await startLighthouse();
});
afterAll(async () => {
  await lighthouse?.stop();
  await Promise.all([stack?.stop(), large?.stop()]);
});

async function fillWithGroups({ statusPage, pool }: Stack) {
  const token = await signIn(pool);
  const api = client(statusPage, async () => token);
  for (let at = 0; at < 20; at++) {
    const { groupID } = await answer(api.groups.$post({ json: { name: `Region ${at + 1}` } }));
    for (const name of ["API", "Website", "Search", "Storage", "Webhooks"]) {
      const description = "Requests of the applications in this region";
      await answer(api.components.$post({ json: { name: `${name} ${at + 1}`, description, groupID } }));
    }
  }
}

test.for([
  ["main page", "mobile"],
  ["main page", "desktop"],
  ["history", "mobile"],
  ["incident's page", "mobile"],
  ["component's page", "mobile"],
  ["component's page", "desktop"],
] as const)("the %s scores 100 in every Lighthouse category (%s)", async ([page, device]) => {
  expect(await lighthouse.failedAudits(stack.statusPage + paths[page], device)).toEqual([]);
});

test("a page of 100 components in 20 groups scores 100 in every Lighthouse category (mobile)", async () => {
  expect(await lighthouse.failedAudits(large.statusPage, "mobile")).toEqual([]);
});
