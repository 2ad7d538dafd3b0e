import { type Context, Hono } from "hono";
import css from "../../../dist/inline/style.css";
import subscribeCSS from "../../../dist/inline/subscribe.css";
import { toLanguage } from "../../../web/status/texts/languages.ts";
import type { RequestedBy, SubscribePageData } from "../../../web/status/views/subscribe/subscribe-page.tsx";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { page } from "./html.tsx";
import { loadPushPage, loadSubscribePage, loadSubscriptionRequestedPage } from "./load-subscribe.ts";

const styles = css + subscribeCSS;
/** Few visits are to these pages, so the Worker starts without them. */
const loadViews = () => import("../../../web/status/views/subscribe/subscribe-page.tsx");

export const subscribePageRoutes = new Hono<AppEnv>()
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
  .get(
    "/subscribe/push",
    publicResponse({ clock: "day" }, async (c) => {
      const data = await loadPushPage(c.var.db);
      const { PushPage } = await import("../../../web/status/views/subscribe/push-page.tsx");
      return page(c, <PushPage data={data} css={styles} />, { hasChallenge: data.turnstileSiteKey !== "" });
    }),
  )
  .get("/subscribe/asked", requestedPage("email"))
  .get("/subscribe/asked/webhook", requestedPage("webhook"))
  .get("/subscribe/asked/chat", requestedPage("chat"));

function requestedPage(by: RequestedBy) {
  return publicResponse({ clock: "day" }, async (c) => {
    const { SubscriptionRequestedPage } = await loadViews();
    const data = await loadSubscriptionRequestedPage(c.var.db);
    return page(c, <SubscriptionRequestedPage data={data} css={styles} by={by} />);
  });
}

export async function subscribePage(c: Context<AppEnv>, data: SubscribePageData) {
  const { SubscribePage } = await loadViews();
  const hasChallenge = data.turnstileSiteKey !== "";
  return page(c, <SubscribePage data={data} css={styles} />, { hasChallenge });
}

export function languageIn(c: Context<AppEnv>) {
  return toLanguage(c.req.query("lang"));
}
