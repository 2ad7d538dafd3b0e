import { responseFromMemory } from "./cache/public-response.ts";
import type { QueueMessage } from "./jobs/queues.ts";
import { isForVisitors, visitors } from "./visitors.ts";

/** `import()` evaluates a module with the first call that needs it. Until then it is text in the bundle. */
export default {
  fetch: (request, env, executionCtx) =>
    responseFromMemory(request) ??
    (isForVisitors(request)
      ? visitors.fetch(request, env, executionCtx)
      : callAPI(request, env, executionCtx)),
  async scheduled(controller, env, executionCtx) {
    const { runCron } = await import("./jobs/cron.ts");
    await runCron(controller, env, executionCtx);
  },
  async queue(batch, env) {
    const { consumeBatch } = await import("./jobs/queues.ts");
    await consumeBatch(batch, env);
  },
} satisfies ExportedHandler<Env, QueueMessage>;

async function callAPI(request: Request, env: Env, executionCtx: ExecutionContext): Promise<Response> {
  const { app } = await import("./api.ts");
  return app.fetch(request, env, executionCtx);
}
