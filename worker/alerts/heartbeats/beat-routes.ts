import { type Context, Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { missingPage } from "../../http/errors.ts";
import { isOfAlphabet } from "../../storage/domain.ts";
import { withoutEffects } from "../../storage/writes/write-database.ts";
import { unaudited } from "../../writes/audit.ts";
import { writesWhileRestoring } from "../../writes/write.ts";
import { recordBeat } from "./beats.ts";
import { SECRET_CHARACTERS } from "./domain.ts";
import { heartbeatOperations } from "./operations.ts";
import { Beat } from "./schema.ts";

/** Jobs call it with whatever they have, so a GET writes, too. The response says only that it was heard. */
export const beatRoutes = new Hono<AppEnv>()
  .get(
    "/:secret",
    call(heartbeatOperations.beatByGet, { 200: Beat }, { access: "visitor", errorStatuses: [404] }),
    beat,
  )
  .post(
    "/:secret",
    writesWhileRestoring(unaudited),
    call(heartbeatOperations.beat, { 200: Beat }, { access: "visitor", errorStatuses: [404] }),
    beat,
  );

async function beat(c: Context<AppEnv>) {
  const secret = c.req.param("secret") ?? "";
  const isKnown =
    isOfAlphabet(secret, SECRET_CHARACTERS) && (await recordBeat(withoutEffects(c.var.db), secret));
  if (!isKnown) throw missingPage("There is no such heartbeat. It may have been deleted.");
  return c.json({ heard: true as const }, 200);
}
