import { Hono } from "hono";
import * as z from "zod";
import { body, MAX_SUBSCRIBE_BYTES } from "../body.ts";
import type { AppEnv } from "../env.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { call } from "../openapi/call.ts";
import { subscribeRate } from "./rate.ts";
import { NewSubscriber } from "./schema.ts";
import { subscribe } from "./store.ts";

export const subscriberRoutes = new Hono<AppEnv>().post(
  "/subscribe",
  subscribeRate,
  body(NewSubscriber, { maxBytes: MAX_SUBSCRIBE_BYTES }),
  call("Ask for e-mails; the address confirms it by a link", { 200: z.object({}) }, { refuses: [409] }),
  async (c) => {
    const wanted = c.req.valid("json");
    if (!wanted.website) await subscribe(c.env, c.var.db, wanted);
    deliverSoon(c);
    return c.json({}, 200);
  },
);
