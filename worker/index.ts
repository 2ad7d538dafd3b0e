import { app } from "./api.ts";
import { responseFromMemory } from "./cache/public-response.ts";
import { runCron } from "./jobs/cron.ts";
import { consumeBatch, type QueueMessage } from "./jobs/queues.ts";

export default {
  fetch: (request, env, executionCtx) => responseFromMemory(request) ?? app.fetch(request, env, executionCtx),
  scheduled: runCron,
  queue: consumeBatch,
} satisfies ExportedHandler<Env, QueueMessage>;
