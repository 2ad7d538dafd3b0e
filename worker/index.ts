import { app } from "./api.ts";
import { forgetPublic } from "./cache.ts";
import { database } from "./db.ts";
import { moveMaintenancesOn } from "./maintenances/schedule.ts";

export default {
  fetch: app.fetch,
  async scheduled({ scheduledTime }, env, executionCtx) {
    const moved = await moveMaintenancesOn(
      database(env.DB, "primary"),
      new Date(scheduledTime).toISOString(),
    );
    if (moved) forgetPublic({ executionCtx });
  },
} satisfies ExportedHandler<Env>;
