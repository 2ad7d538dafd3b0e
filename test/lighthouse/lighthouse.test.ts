import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, client } from "../../tools/demo/client.ts";
import { fillWithDemo } from "../../tools/demo/demo.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { startLighthouse } from "../support/lighthouse.ts";
import { startEmptyStack } from "../support/stack.ts";

// The pages show the demo's content, and each scores 100 in performance, accessibility, best practices and SEO.

let stack: Stack;
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
  lighthouse = await startLighthouse();
});
afterAll(async () => {
  await lighthouse?.stop();
  await stack?.stop();
});

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
