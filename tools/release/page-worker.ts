import { WorkerEntrypoint } from "cloudflare:workers";
import { onRequest } from "../../web/status/functions/_middleware.ts";
import daymark from "../../worker/index.ts";
import type { QueueMessage } from "../../worker/jobs/queues.ts";

/** The Worker as it is behind the Pages project. The cache stands in front of this entrypoint only. */
export class Cached extends WorkerEntrypoint<Env> {
  override async fetch(request: Request) {
    const response = await daymark.fetch(
      request as Parameters<typeof daymark.fetch>[0], // The class types it without what a call from the network has.
      this.env,
      this.ctx,
    );
    // The local runtime ends if a body is still passed on after its response. Nothing of a refused one is kept.
    if (!request.bodyUsed) await request.body?.pipeTo(new WritableStream());
    return response;
  }
}

/** Does what the Pages project's Function does: it normalizes the address before the cache sees it. */
export default {
  ...daymark,
  fetch(request, _env, { exports }) {
    const { Cached: DAYMARK } = exports as unknown as { Cached: Fetcher }; // The types are those of the other bundle.
    return onRequest({ env: { DAYMARK }, request } as Parameters<typeof onRequest>[0]); // It reads nothing else.
  },
} satisfies ExportedHandler<Env, QueueMessage>;
