import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { forbidden } from "../http/errors.ts";
import { clientNetwork } from "../http/limits/client-network.ts";
import { requireRate } from "../http/limits/rate-limit.ts";

/** Other pages must not exchange codes. Browsers always send this header with a POST, and no script can change it. */
export const onlyConsole = createMiddleware<AppEnv>(async (c, next) => {
  const { origin } = new URL(c.env.ADMIN_PAGE_URL);
  if (c.req.header("Origin") !== origin)
    throw forbidden(`Only the console at ${origin} can sign in this way. Open it there.`);
  const message = "Too many sign-ins from your network. Wait a minute, and try again.";
  await requireRate(c.env.GUESS_RATE, `sign-in ${clientNetwork(c)}`, message);
  await next();
});
describe(onlyConsole, { errorStatuses: [403, 429] });
