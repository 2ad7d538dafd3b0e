import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkerOptions } from "miniflare";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Miniflare } from "../../../../tools/start/miniflare.ts";
import { resumeQueues, withQueuesOnDisk } from "../../../../tools/start/queues.ts";

// Tests the queues of `npm start` with a Worker that records deliveries. The body of a message says whether it fails.

type Body = { text: string; retryAfter?: number; throws?: boolean };
interface Delivery {
  queue: string;
  messages: [text: string, attempts: number][];
}

const script = `
  const deliveries = [];
  export default {
    async fetch(request, { WORK }) {
      if (request.method === "GET") return Response.json(deliveries);
      const { bodies, options } = await request.json();
      try {
        await WORK.sendBatch(bodies.map((body) => ({ body, contentType: "json" })), options);
      } catch (error) {
        return new Response(error.message, { status: 503 });
      }
      return new Response();
    },
    queue({ queue, messages }) {
      deliveries.push({ queue, messages: messages.map(({ body, attempts }) => [body.text, attempts]) });
      for (const { body } of messages) if (body.throws) throw new Error("The consumer fails.");
      for (const message of messages)
        if (message.body.retryAfter !== undefined) message.retry({ delaySeconds: message.body.retryAfter });
    },
  };`;

let folder: string;
let miniflare: Miniflare | undefined;
let errors: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-queues-"));
  errors = [];
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

type Consumers = Extract<WorkerOptions["queueConsumers"], Record<string, unknown>>;

async function start(queueConsumers: Consumers): Promise<void> {
  miniflare = new Miniflare({
    cf: false,
    durableObjectsPersist: folder,
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) =>
      void (level === "error" && errors.push(message)),
    workers: withQueuesOnDisk({
      name: "consumer",
      modules: true,
      script,
      compatibilityDate: "2026-07-30",
      queueProducers: { WORK: { queueName: "work" } },
      queueConsumers,
    }),
  });
  await resumeQueues(miniflare);
}

async function stop(): Promise<void> {
  await miniflare?.dispose();
  miniflare = undefined;
}

async function fetchWorker(body?: { bodies: Body[]; options?: { delaySeconds: number } }) {
  if (!miniflare) throw new Error("The queues are not started.");
  return miniflare.dispatchFetch("http://consumer/", body && { method: "POST", body: JSON.stringify(body) });
}

async function send(bodies: Body[], options?: { delaySeconds: number }): Promise<void> {
  const response = await fetchWorker({ bodies, ...(options && { options }) });
  expect(response.status, await response.text()).toBe(200);
}

async function readDeliveries(): Promise<Delivery[]> {
  return (await (await fetchWorker()).json()) as Delivery[]; // The script above responds with them.
}

test("a full batch is delivered at once, and a partial one after the batch timeout", async () => {
  await start({ work: { maxBatchSize: 2, maxBatchTimeout: 1 } });
  await send(["a", "b", "c", "d", "e"].map((text) => ({ text })));
  const batches = [["a", "b"], ["c", "d"], ["e"]];
  await expect
    .poll(async () => (await readDeliveries()).map(({ messages }) => messages.map(([text]) => text)))
    .toEqual(batches);
});

test("a failed message is retried, and moves to the dead-letter queue after the last retry", async () => {
  await start({
    work: { maxBatchSize: 2, maxBatchTimeout: 0, maxRetries: 2, deadLetterQueue: "dead" },
    dead: { maxBatchTimeout: 0 },
  });
  await send([{ text: "good" }, { text: "bad", retryAfter: 0 }]);
  await expect
    .poll(async () => (await readDeliveries()).slice(0, 4))
    .toEqual([
      {
        queue: "work",
        messages: [
          ["good", 1],
          ["bad", 1],
        ],
      },
      { queue: "work", messages: [["bad", 2]] },
      { queue: "work", messages: [["bad", 3]] },
      { queue: "dead", messages: [["bad", 1]] },
    ]);
});

test("a batch whose consumer throws is retried as a whole; without a dead-letter queue it is dropped with an error", async () => {
  await start({ work: { maxBatchSize: 2, maxBatchTimeout: 0, maxRetries: 1 } });
  await send([{ text: "good" }, { text: "bad", throws: true }]);
  const batch = (attempts: number) => ({
    queue: "work",
    messages: [
      ["good", attempts],
      ["bad", attempts],
    ],
  });
  await expect.poll(readDeliveries).toEqual([batch(1), batch(2)]);
  const error = {
    level: "error",
    event: "messages dropped after their last retry",
    queue: "work",
    messages: 2,
  };
  await expect.poll(() => errors).toContain(JSON.stringify(error));
});

/** Even on a busy machine the queues are stopped before this delay ends. */
const LONG_DELAY_SECONDS = 5;

test("due, delayed and retried messages survive a restart", async () => {
  const settings = { work: { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 1 } };
  await start(settings);
  await send([{ text: "tried", retryAfter: LONG_DELAY_SECONDS }]);
  await expect.poll(readDeliveries).toHaveLength(1);
  await send([{ text: "delayed" }], { delaySeconds: LONG_DELAY_SECONDS });
  await stop();
  await start({ work: { ...settings.work, maxBatchTimeout: 60 } });
  await send([{ text: "due" }]);
  await stop();
  await start(settings);
  await expect
    .poll(async () => (await readDeliveries()).flatMap(({ messages }) => messages).toSorted())
    .toEqual([
      ["delayed", 1],
      ["due", 1],
      ["tried", 2],
    ]);
});

test("messages are kept until wrangler.toml has a consumer for their queue", async () => {
  await start({});
  await send([{ text: "early" }]);
  await stop();
  await start({ work: { maxBatchTimeout: 0 } });
  await expect.poll(readDeliveries).toEqual([{ queue: "work", messages: [["early", 1]] }]);
});

test("messages over Cloudflare's size limits fail, and none of them is stored", async () => {
  await start({ work: { maxBatchSize: 1, maxBatchTimeout: 0 } });
  const oversizedBatches = [
    [{ text: "x".repeat(128_000) }],
    Array.from({ length: 3 }, () => ({ text: "x".repeat(100_000) })),
    Array.from({ length: 101 }, () => ({ text: "x" })),
  ];
  for (const bodies of oversizedBatches) expect((await fetchWorker({ bodies })).status).toBe(503);
  await send([{ text: "small" }]);
  await expect.poll(readDeliveries).toEqual([{ queue: "work", messages: [["small", 1]] }]);
});
