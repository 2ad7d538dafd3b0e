import { Hono } from "hono";
import { withLanguage } from "../../../web/status/views/language.tsx";
import type { InvalidField } from "../../../web/status/views/subscribe/subscribe-page.tsx";
import type { AppEnv } from "../../env.ts";
import { HttpError, stateConflict } from "../../http/errors.ts";
import { form } from "../../http/form.ts";
import { limitRefusedCalls } from "../../http/limits/visitor-limits.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { respondWith } from "../../http/rendered.ts";
import { channelOf } from "../../notify/chat/registry.ts";
import { endpointURL, isEndpointAddress } from "../../notify/endpoints/address.ts";
import { SubscribeForm } from "../../notify/subscribers/schema.ts";
import { subscribe } from "../../notify/subscribers/subscribe.ts";
import { unaudited } from "../../writes/audit.ts";
import { subscribingClient } from "../../writes/subscribing-client.ts";
import { writeDb, writes } from "../../writes/write.ts";
import { loadSubscribePage } from "./load-subscribe.ts";
import { languageIn, subscribePage } from "./subscribe.tsx";

export const subscribeFormRoutes = new Hono<AppEnv>().post(
  "/subscribe",
  writes(unaudited, "mail"),
  limitRefusedCalls,
  form(SubscribeForm),
  async (c) => {
    const {
      website,
      language = languageIn(c),
      "cf-turnstile-response": token,
      ...sent
    } = c.req.valid("form");
    const { everything, components, groups, notices, ...preferences } = sent;
    try {
      const subscription = {
        ...preferences,
        language,
        ...(!everything && { components, groups, notices }),
      };
      const client = subscribingClient(c, token);
      if (website === "" && !(await subscribe(c.env, writeDb(c), subscription, client))) throw channelIsOff();
    } catch (error) {
      const path = error instanceof HttpError ? error.errors?.[0]?.path?.split(".")[0] : undefined;
      if (path === "notices") throw pageNotFound();
      const field = toInvalidField(path, sent.emailAddress);
      if (field === undefined) throw error;
      const page = await subscribePage(c, await loadSubscribePage(c.var.db, { ...sent, language }, field));
      return respondWith(c, { ...page, status: 400 });
    }
    return c.redirect(withLanguage(requestedPath(c.env, sent.emailAddress), languageIn(c)), 303);
  },
);

/** Answers a form that was opened before its channel was turned off. */
function channelIsOff(): HttpError {
  return stateConflict("This status page doesn't send updates to addresses of this kind.");
}

/** `path` names a field of the API's request. */
function toInvalidField(path: string | undefined, address: string): InvalidField | undefined {
  if (path === "turnstileToken") return "person";
  if (path === "groups" || path === "components") return "components";
  if (path === "emailAddress") return isEndpointAddress(address) ? "endpoint" : "emailAddress";
  return undefined;
}

function requestedPath(env: Env, address: string): string {
  const url = isEndpointAddress(address) ? endpointURL(env, address) : undefined;
  if (!url) return "/subscribe/asked";
  return channelOf(url) === "webhook" ? "/subscribe/asked/webhook" : "/subscribe/asked/chat";
}
