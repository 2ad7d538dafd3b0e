import { join } from "node:path";
import type { Miniflare, WorkerOptions } from "miniflare";
import { buildFolderPath } from "../build/stamps.ts";

const name = "queues";

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
      modules: [{ type: "ESModule", path: join(buildFolderPath("queues"), "index.js") }],
      modulesRoot: buildFolderPath("queues"),
      compatibilityDate: "2026-07-30",
      compatibilityFlags: ["service_binding_extra_handlers"],
      bindings: { CONSUMERS: JSON.parse(JSON.stringify(queueConsumers)) },
      serviceBindings: { CONSUMER: worker.name ?? "" },
      durableObjects: { QUEUES: { className: "Queue", useSQLite: true } },
    },
  ];
}

export async function resumeQueues(mf: Miniflare): Promise<void> {
  const queues = await mf.getWorker(name);
  await queues.fetch("http://queues/");
}
