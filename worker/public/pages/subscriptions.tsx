import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import css from "../../../dist/inline/style.css";
import subscribeCSS from "../../../dist/inline/subscribe.css";
import { toLanguage } from "../../../web/status/texts/languages.ts";
import { withLanguage } from "../../../web/status/views/language.tsx";
import { PushPage } from "../../../web/status/views/subscribe/push-page.tsx";
import {
  type InvalidField,
  SubscribePage,
  type SubscribePageData,
  SubscriptionRequestedPage,
} from "../../../web/status/views/subscribe/subscribe-page.tsx";
import {
  SubscriptionPage,
  type SubscriptionPageData,
} from "../../../web/status/views/subscribe/subscription-page.tsx";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { HttpError } from "../../http/errors.ts";
import { form } from "../../http/form.ts";
import { acceptedCall, limitRefusedCalls } from "../../http/limits/visitor-limits.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { respondWith } from "../../http/rendered.ts";
import { channelOf } from "../../notify/chat/registry.ts";
import { testEndpoint } from "../../notify/deliveries/test-endpoint.ts";
import { endpointURL, isEndpointAddress } from "../../notify/endpoints/address.ts";
import { AgainForm } from "../../notify/endpoints/schema.ts";
import {
  markSecretShown,
  readSecret,
  resumeEndpoint,
  rotateSecret,
  sendAgain,
} from "../../notify/endpoints/store.ts";
import { readRecord } from "../../notify/mail/subscriber-record.ts";
import { isNothingChosen } from "../../notify/subscribers/domain.ts";
import { ChoicesForm, SubscribeForm } from "../../notify/subscribers/schema.ts";
import {
  changeSubscription,
  confirmSubscription,
  leaveSubscription,
} from "../../notify/subscribers/store.ts";
import { subscribe } from "../../notify/subscribers/subscribe.ts";
import type { Access } from "../../notify/subscribers/tokens.ts";
import { database } from "../../storage/db.ts";
import { unaudited } from "../../writes/audit.ts";
import { subscribingClient } from "../../writes/subscribing-client.ts";
import { writeDb, writes, writesFromAnySite, writesWhileRestoring } from "../../writes/write.ts";
import { html, page } from "./html.tsx";
import {
  type Link,
  loadPushPage,
  loadSubscribePage,
  loadSubscription,
  loadSubscriptionRequestedPage,
} from "./load-subscriptions.ts";

const styles = css + subscribeCSS;
const link = "/subscriptions/:subscriberID/:token";

const requireConfirmed = createMiddleware<AppEnv, typeof link>(async (c, next) => {
  const { state } = await loadSubscription(c.env, c.var.db, c.req.param(), "manage");
  return state === "confirmed" ? next() : show(c, c.req.param(), "manage");
});

export const subscriptionPageRoutes = new Hono<AppEnv>()
  .get(
    "/subscribe",
    publicResponse({ clock: "day" }, async (c) => {
      const language = languageIn(c);
      const draft = {
        everything: true,
        components: [],
        groups: [],
        notices: [],
        reminders: [],
        timeZone: "UTC",
        language,
        emailAddress: "",
      };
      return subscribePage(c, await loadSubscribePage(c.var.db, draft));
    }),
  )
  .post("/subscribe", writes(unaudited, "mail"), limitRefusedCalls, form(SubscribeForm), async (c) => {
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
  })
  .get(
    "/subscribe/push",
    publicResponse({ clock: "day" }, async (c) => {
      const data = await loadPushPage(c.var.db);
      return page(c, <PushPage data={data} css={styles} />, { hasChallenge: data.turnstileSiteKey !== "" });
    }),
  )
  .get(
    "/subscribe/asked",
    publicResponse({ clock: "day" }, async (c) =>
      page(
        c,
        <SubscriptionRequestedPage
          data={await loadSubscriptionRequestedPage(c.var.db)}
          css={styles}
          by="email"
        />,
      ),
    ),
  )
  .get(
    "/subscribe/asked/:by{webhook|chat}",
    publicResponse({ clock: "day" }, async (c) => {
      const by = c.req.param("by") === "chat" ? "chat" : "webhook";
      return page(
        c,
        <SubscriptionRequestedPage
          data={await loadSubscriptionRequestedPage(c.var.db)}
          css={styles}
          by={by}
        />,
      );
    }),
  )
  // The address contains a token, so it must not leak to other sites or search engines.
  .use(`${link}/*`, async (c, next) => {
    // The primary shows the change that a button has just made.
    c.set("db", database(c.env.DB, "primary"));
    await next();
    c.header("Referrer-Policy", "no-referrer");
    c.header("X-Robots-Tag", "noindex");
  })
  .get(link, async (c) => show(c, c.req.param(), "manage"))
  .post(link, writes(unaudited), requireConfirmed, form(ChoicesForm), async (c) => {
    const draft = c.req.valid("form");
    if (isNothingChosen(draft)) {
      const { page } = await loadSubscription(c.env, c.var.db, c.req.param(), "manage");
      const data = { ...page, draft, invalidField: "components", view: "manage" } as const;
      return html(c, <SubscriptionPage data={data} css={styles} />, 400);
    }
    await changeSubscription(writeDb(c), c.req.param("subscriberID"), draft);
    return show(c, c.req.param(), "saved");
  })
  .post(
    `${link}/test`,
    writesWhileRestoring(unaudited),
    limitRefusedCalls,
    requireConfirmed,
    acceptedCall,
    async (c) => {
      const test = await testEndpoint(c.env, c.var.db, c.req.param("subscriberID"));
      return show(c, c.req.param(), "manage", { endpointResult: test && { test } });
    },
  )
  .post(
    `${link}/again`,
    writes(unaudited, "mail"),
    limitRefusedCalls,
    requireConfirmed,
    form(AgainForm),
    acceptedCall,
    async (c) => {
      await sendAgain(writeDb(c), c.req.param("subscriberID"), c.req.valid("form").deliveryID);
      return show(c, c.req.param(), "manage");
    },
  )
  .post(`${link}/resume`, writes(unaudited), requireConfirmed, async (c) => {
    await resumeEndpoint(writeDb(c), c.req.param("subscriberID"));
    return show(c, c.req.param(), "manage");
  })
  .post(`${link}/secret`, writes(unaudited), requireConfirmed, async (c) => {
    const isFirst = await markSecretShown(writeDb(c), c.req.param("subscriberID"));
    return showSecret(c, c.req.param(), isFirst);
  })
  .post(`${link}/new-secret`, writes(unaudited), requireConfirmed, async (c) => {
    await rotateSecret(writeDb(c), c.req.param("subscriberID"));
    return showSecret(c, c.req.param(), true);
  })
  .get(`${link}/data`, async (c) => {
    await loadSubscription(c.env, c.var.db, c.req.param(), "manage");
    const record = await readRecord(c.var.db, c.req.param("subscriberID"));
    return c.body(JSON.stringify(record, null, 2), 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="subscription.json"',
    });
  })
  .get(`${link}/confirm`, async (c) => show(c, c.req.param(), "alreadyConfirmed"))
  .post(`${link}/confirm`, writes(unaudited), async (c) => {
    const { state, page } = await loadSubscription(c.env, c.var.db, c.req.param(), "manage");
    await confirmSubscription(writeDb(c), c.req.param("subscriberID"));
    const isNew = state === "unconfirmed" || page.requested.length > 0;
    return show(c, c.req.param(), isNew ? "confirmed" : "alreadyConfirmed");
  })
  .get(`${link}/unsubscribe`, async (c) => show(c, c.req.param(), "unsubscribe", { required: "unsubscribe" }))
  // Mail programs post List-Unsubscribe=One-Click (RFC 8058) from their own origins, so neither origin nor body is checked.
  .post(`${link}/unsubscribe`, writesFromAnySite(unaudited), async (c) => {
    await loadSubscription(c.env, c.var.db, c.req.param(), "unsubscribe");
    await leaveSubscription(writeDb(c), c.req.param("subscriberID"));
    return show(c, c.req.param(), "unsubscribed", { required: "unsubscribe" });
  });

function subscribePage(c: Context<AppEnv>, data: SubscribePageData) {
  const hasChallenge = data.turnstileSiteKey !== "";
  return page(c, <SubscribePage data={data} css={styles} />, { hasChallenge });
}

/**
 * @param confirmedView what a confirmed subscriber sees who has nothing left to confirm; others are asked to confirm or to
 * unsubscribe
 */
async function show(
  c: Context<AppEnv>,
  link: Link,
  confirmedView: SubscriptionPageData["view"],
  { required = "manage", ...result }: ShowOptions = {},
) {
  const { state, page } = await loadSubscription(c.env, c.var.db, link, required);
  const unconfirmed = confirmedView === "unsubscribe" ? "unsubscribe" : "confirm";
  const asksToConfirm = confirmedView === "alreadyConfirmed" && page.requested.length > 0;
  const confirmed = asksToConfirm ? "confirm" : confirmedView;
  const view = { confirmed, unconfirmed, ended: "unsubscribed" } as const;
  return html(c, <SubscriptionPage data={{ ...page, ...result, view: view[state] }} css={styles} />);
}

interface ShowOptions extends Pick<SubscriptionPageData, "endpointResult"> {
  required?: Access;
}

async function showSecret(c: Context<AppEnv>, link: Link, mayShow: boolean) {
  const secret = mayShow ? await readSecret(c.env, c.var.db, link.subscriberID) : undefined;
  return show(c, link, "manage", { endpointResult: secret === undefined ? undefined : { secret } });
}

/** Answers a form that was opened before its channel was turned off. */
function channelIsOff(): HttpError {
  return new HttpError(409, "This status page doesn't send updates to addresses of this kind.");
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

function languageIn(c: Context<AppEnv>) {
  return toLanguage(c.req.query("lang"));
}
