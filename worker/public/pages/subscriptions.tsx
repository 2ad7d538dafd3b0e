import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import css from "../../../dist/inline/style.css";
import subscribeCSS from "../../../dist/inline/subscribe.css";
import {
  SubscriptionPage,
  type SubscriptionPageData,
} from "../../../web/status/views/subscribe/subscription-page.tsx";
import type { AppEnv } from "../../env.ts";
import { form } from "../../http/form.ts";
import { acceptedCall, limitRefusedCalls } from "../../http/limits/visitor-limits.ts";
import { testEndpoint } from "../../notify/deliveries/test-endpoint.ts";
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
import { ChoicesForm } from "../../notify/subscribers/schema.ts";
import {
  changeSubscription,
  confirmSubscription,
  leaveSubscription,
} from "../../notify/subscribers/store.ts";
import type { Access } from "../../notify/subscribers/tokens.ts";
import { database } from "../../storage/db.ts";
import { unaudited } from "../../writes/audit.ts";
import { writeDb, writes, writesFromAnySite, writesWhileRestoring } from "../../writes/write.ts";
import { html } from "./html.tsx";
import { type Link, loadSubscription } from "./load-subscriptions.ts";

const styles = css + subscribeCSS;
const link = "/subscriptions/:subscriberID/:token";

const requireConfirmed = createMiddleware<AppEnv, typeof link>(async (c, next) => {
  const { state } = await loadSubscription(c.env, c.var.db, c.req.param(), "manage");
  return state === "confirmed" ? next() : show(c, c.req.param(), "manage");
});

export const subscriptionPageRoutes = new Hono<AppEnv>()
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
