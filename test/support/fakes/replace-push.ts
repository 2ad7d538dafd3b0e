import type { Page } from "playwright-core";
import type { Browser } from "./push-service.ts";

/** Headless Chromium has neither a push service nor notifications. Call this before the page is opened. */
export async function replacePush(page: Page, browser: Browser, permission = "granted"): Promise<void> {
  await page.addInitScript((permission) => {
    Object.assign(window, { requests: 0 });
    Object.defineProperty(Notification, "permission", { value: permission });
    Notification.requestPermission = async () => {
      Object.assign(window, { requests: 1 });
      return Notification.permission;
    };
  }, permission);
  await page.addInitScript(replacePushManager, { endpoint: browser.endpoint, keys: browser.keys });
}

function replacePushManager({ endpoint, keys }: Pick<Browser, "endpoint" | "keys">) {
  const stored = () => localStorage.getItem("test-subscription");
  const subscription = () => {
    const publicKey = `${stored()}`;
    const binary = atob(publicKey.replaceAll("-", "+").replaceAll("_", "/"));
    return {
      endpoint,
      options: {
        applicationServerKey: Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer,
      },
      toJSON: () => ({ endpoint, keys, expirationTime: null }),
      unsubscribe: async () => localStorage.removeItem("test-subscription"),
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (stored() ? subscription() : null),
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem("test-subscription", applicationServerKey);
      return subscription();
    },
  });
}
