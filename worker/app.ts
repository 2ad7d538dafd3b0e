import type { Context, Hono, MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import { normalAddress } from "./cache/cache-key.ts";
import type { AppEnv } from "./env.ts";
import { errorResponse, errorResponseV0, type HttpError, toHttpError } from "./http/errors.ts";
import { standardHeaders } from "./http/headers.ts";
import { notModified } from "./http/if-none-match.ts";
import { requestLimits } from "./http/limits/request-limits.ts";
import { logRequest } from "./http/log.ts";
import { isForPrograms, pageNotFound } from "./http/not-found.ts";
import { errorPage } from "./public/pages/error-page.tsx";
import { database } from "./storage/db.ts";

const passOn: MiddlewareHandler<AppEnv> = (_, next) => next();

interface Checks {
  /** Responds to preflight requests. */
  preflight?: MiddlewareHandler<AppEnv>;
  /** Refuses methods that an address doesn't have. */
  methods?: MiddlewareHandler<AppEnv>;
  missing?: (c: Context<AppEnv>) => HttpError;
}

/** @returns the app, whose calls now pass what is common to all */
export function makeApp(
  app: Hono<AppEnv>,
  { preflight = passOn, methods = passOn, missing = (c) => pageNotFound(c.req.path) }: Checks = {},
): Hono<AppEnv> {
  app.use(standardHeaders);
  // A limit of 0 rejects the client's own request ID, which would look like ours in the log.
  app.use(requestId({ limitLength: 0 }));
  app.use(async (c, next) => {
    await next();
    // Without this header, the cache in front of the Worker would keep a response for two hours.
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
    logRequest(c);
  });
  app.use(preflight);
  app.use(notModified);
  app.use(normalAddress);
  app.use(requestLimits);
  app.use(methods);
  app.use(async (c, next) => {
    // Authentication switches reads to the primary. A header that anyone can send must not.
    c.set("db", database(c.env.DB, ["GET", "HEAD"].includes(c.req.method) ? "anywhere" : "primary"));
    await next();
  });
  app.notFound((c) => respondWithError(c, missing(c)));
  app.onError((error, c) => respondWithError(c, toHttpError(error, c)));
  return app;
}

function respondWithError(c: Context<AppEnv>, error: HttpError) {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const { path } = c.req;
  if (path.startsWith("/api/v0/")) return c.json(errorResponseV0(error), error.status);
  if (isForPrograms(path)) return c.json(errorResponse(error), error.status);
  if (path.endsWith(".md"))
    return c.body(`# ${error.message}\n`, error.status, {
      "Content-Type": "text/markdown; charset=utf-8",
    });
  return errorPage(c, error);
}
