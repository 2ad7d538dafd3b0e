import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installation } from "../support/started.ts";

let daymark: Awaited<ReturnType<typeof installation>>;
let running: Awaited<ReturnType<typeof daymark.start>>;
beforeAll(async () => {
  daymark = await installation({ DEMO: "off" });
});
afterAll(() => daymark.remove());

test("the first start logs no error, even while others ask for its health", async () => {
  let isStarting = true;
  const answers: number[] = [];
  const asking = (async () => {
    while (isStarting) {
      const asked = await fetch(`${daymark.statusPage}/api/health`).catch(() => undefined);
      if (asked) answers.push(asked.status);
      await new Promise((resolve) => setTimeout(resolve, 10)); // leaves the machine to the start
    }
  })();
  running = await daymark.start();
  isStarting = false;
  await asking;
  expect([...new Set(answers), ...running.errors]).toEqual([200]);
});

test("nothing that it has started goes on when its first process alone is killed", async () => {
  await running.end("SIGKILL");
  await expect.poll(() => takenPorts()).toEqual([]);
});

async function takenPorts(): Promise<number[]> {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
  const free = await Promise.all(daymark.ports.map(isFree));
  return daymark.ports.filter((_, at) => !free[at]);
}
