import { type Context, Hono } from "hono";
import css from "../../dist/inline/style.css";
import subscribeCSS from "../../dist/inline/subscribe.css";
import { languageOf } from "../../web/status/texts/languages.ts";
import { inLanguage } from "../../web/status/views/language.tsx";
import { AskedPage, SubscribePage } from "../../web/status/views/subscribe-page.tsx";
import { SubscriptionPage, type SubscriptionPageData } from "../../web/status/views/subscription-page.tsx";
import { publicAnswer } from "../cache.ts";
import { database } from "../db.ts";
import type { AppEnv } from "../env.ts";
import { Refusal } from "../errors.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { subscribeRate } from "../subscribers/rate.ts";
import { SubscriberForm, SubscriptionForm } from "../subscribers/schema.ts";
import {
  changeSubscription,
  confirmSubscription,
  leaveSubscription,
  subscribe,
} from "../subscribers/store.ts";
import { html } from "./html.tsx";
import { type Link, loadAskedPage, loadSubscribePage, loadSubscription } from "./load-subscriptions.ts";

const styles = css + subscribeCSS;
const link = "/subscriptions/:subscriberID/:token";

export const subscriptionPageRoutes = new Hono<AppEnv>()
  .get("/subscribe", publicAnswer, async (c) => {
    const form = SubscriptionForm.parse({ language: visitedIn(c) });
    const data = await loadSubscribePage(c.var.db, { ...form, emailAddress: "" });
    return html(c, <SubscribePage data={data} css={styles} />);
  })
  .post("/subscribe", subscribeRate, async (c) => {
    const sent = { language: visitedIn(c), ...(await formOf(c)) };
    const { emailAddress, website } = SubscriberForm.parse(sent);
    const form = SubscriptionForm.parse(sent);
    const { everything, components, ...how } = form;
    try {
      const wanted = { emailAddress, ...how, ...(!everything && { components }) };
      if (website === "") await subscribe(c.var.db, wanted);
    } catch (error) {
      const field = error instanceof Refusal ? error.errors?.[0]?.path?.split(".")[0] : undefined;
      if (field !== "emailAddress" && field !== "components") throw error;
      const data = await loadSubscribePage(c.var.db, { ...form, emailAddress }, field);
      return html(c, <SubscribePage data={data} css={styles} />, 400);
    }
    deliverSoon(c);
    return c.redirect(inLanguage("/subscribe/asked", visitedIn(c)), 303);
  })
  .get("/subscribe/asked", publicAnswer, async (c) =>
    html(c, <AskedPage data={await loadAskedPage(c.var.db)} css={styles} />),
  )
  // What the links in mails lead to: nobody else is to hear of the address with its token, nor to keep the page.
  .use(`${link}/*`, async (c, next) => {
    // What a button has just done is to be seen.
    c.set("db", database(c.env.DB, "primary"));
    await next();
    c.header("Referrer-Policy", "no-referrer");
    c.header("X-Robots-Tag", "noindex");
  })
  .get(link, async (c) => show(c, c.req.param(), "manage"))
  .post(link, async (c) => {
    const { state, page } = await loadSubscription(c.var.db, c.req.param());
    if (state !== "confirmed") return show(c, c.req.param(), "manage");
    const sent = await formOf(c);
    // What is missing would go back to what a new subscriber has.
    if (!("timeZone" in sent)) throw noForm();
    const form = SubscriptionForm.parse(sent);
    if (!form.everything && form.components.length === 0) {
      const data = { ...page, draft: form, refused: "components", shows: "manage" } as const;
      return html(c, <SubscriptionPage data={data} css={styles} />, 400);
    }
    await changeSubscription(c.var.db, c.req.param("subscriberID"), form);
    return show(c, c.req.param(), "saved");
  })
  .get(`${link}/confirm`, async (c) => show(c, c.req.param(), "already"))
  .post(`${link}/confirm`, async (c) => {
    const { state } = await loadSubscription(c.var.db, c.req.param());
    await confirmSubscription(c.var.db, c.req.param("subscriberID"));
    return show(c, c.req.param(), state === "unconfirmed" ? "confirmed" : "already");
  })
  .get(`${link}/unsubscribe`, async (c) => show(c, c.req.param(), "leave"))
  // Mail programs post List-Unsubscribe=One-Click (RFC 8058); whatever is posted, it means one thing.
  .post(`${link}/unsubscribe`, async (c) => {
    await loadSubscription(c.var.db, c.req.param());
    await leaveSubscription(c.var.db, c.req.param("subscriberID"));
    return show(c, c.req.param(), "left");
  });

/** @param wanted of a confirmed subscriber; others see what there is to do first */
async function show(c: Context<AppEnv>, link: Link, wanted: SubscriptionPageData["shows"]) {
  const { state, page } = await loadSubscription(c.var.db, link);
  const asking = wanted === "leave" ? "leave" : "confirm";
  const shows = { confirmed: wanted, unconfirmed: asking, ended: "left" } as const;
  return html(c, <SubscriptionPage data={{ ...page, shows: shows[state] }} css={styles} />);
}

/** @throws Refusal 400 for what can not be read as one */
async function formOf(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  return c.req.parseBody({ all: true }).catch((cause: unknown) => {
    throw cause instanceof TypeError ? noForm(cause) : cause;
  });
}

function noForm(cause?: unknown): Refusal {
  return new Refusal(400, "This is not what the page's form sends. Please go back and try again.", { cause });
}

function visitedIn(c: Context<AppEnv>) {
  return languageOf(c.req.query("lang"));
}
