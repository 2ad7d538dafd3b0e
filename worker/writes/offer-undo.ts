import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { newUndoOffer } from "./undo/capture.ts";

/** Put it after `idempotent`, which repeats the header with the rest of the response while there is enough time. */
export const offerUndo: MiddlewareHandler<AppEnv> = async (c, next) => {
  const preferences = c.req.header("Prefer")?.split(",") ?? [];
  if (!preferences.some((preference) => preference.trim().toLowerCase() === "undo")) return next();
  const undo = newUndoOffer(c.var.claimedKeyHash);
  c.set("undo", undo);
  await next();
  if (c.res.ok && undo.isStored) c.header("Undo", `/api/undo/${undo.token}`);
};
describe(offerUndo, {
  parameters: [
    {
      name: "Prefer",
      in: "header",
      description:
        "`undo` lets this call be undone for 10 seconds. Email about it is sent only afterwards (RFC 7240).",
      schema: { type: "string", maxLength: 100 },
    },
  ],
  headers: [
    {
      name: "Undo",
      description: "The path whose POST undoes the call. Missing unless the request has `Prefer: undo`.",
    },
  ],
});
