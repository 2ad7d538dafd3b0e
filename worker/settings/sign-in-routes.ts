import { Hono } from "hono";
import { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { json } from "../http/rendered.ts";
import { publicSignIn } from "../sign-in/active.ts";
import { signInOperations } from "../sign-in/operations.ts";
import { PublicSignIn } from "../sign-in/schema.ts";
import { readSettings } from "./store.ts";

/** The console's Function reads it before anyone is signed in. */
export const publicSignInRoutes = new Hono<AppEnv>().get(
  "/",
  call(signInOperations.getSignIn, { 200: PublicSignIn }),
  publicResponse({ clock: "day" }, async (c) =>
    json(publicSignIn(c.env, (await readSettings(c.var.db)).signIn)),
  ),
);
