import { join } from "node:path";
import type { Miniflare, WorkerOptions } from "miniflare";
import { built } from "../build/build.ts";

const name = "queues";

/** The Worker with queues that are kept on disk, in place of Miniflare's. Its own code and wrangler.toml stay as they are. */
export function withQueuesOnDisk({
  queueProducers = {},
  queueConsumers = {},
  ...worker
}: WorkerOptions): WorkerOptions[] {
  const producers = Object.entries(queueProducers).map(
    ([binding, props]) => [binding, { name, entrypoint: "Producer", props }] as const,
  );
  return [
    { ...worker, serviceBindings: { ...worker.serviceBindings, ...Object.fromEntries(producers) } },
    {
      name,
      modules: [{ type: "ESModule", path: join(built("queues"), "index.js") }],
      modulesRoot: built("queues"),
      compatibilityDate: "2026-07-30",
      compatibilityFlags: ["service_binding_extra_handlers"],
      bindings: { CONSUMERS: JSON.parse(JSON.stringify(queueConsumers)) },
      serviceBindings: { CONSUMER: worker.name ?? "" },
      durableObjects: { QUEUES: { className: "Queue", useSQLite: true } },
    },
  ];
}

/** Has messages of the last start delivered as wrangler.toml says now. */
export async function resumeQueues(mf: Miniflare): Promise<void> {
  const queues = await mf.getWorker(name);
  await queues.fetch("http://queues/");
}
