import type { PushMessage } from "../../../worker/notify/push/domain.ts";

// Shows notifications and does nothing else: it has no `fetch` handler and controls no page.

interface PushEvent extends ExtendableEvent {
  data: { json(): PushMessage } | null;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
}
/** The types of a page have none of a service worker. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: SubscriptionChange) => void): void;
}
declare const self: WorkerScope;

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

function show({ title, path, ...rest }: PushMessage): Promise<void> {
  // A newer message about the same incident replaces the one before, and says so again.
  const options = { ...rest, icon: "/apple-touch-icon.png", renotify: true, data: path };
  return self.registration.showNotification(title, options);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data, location.origin)));
});

async function openPage({ href }: URL): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => url === href);
  await (open ? open.focus() : self.clients.openWindow(href));
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Without the old endpoint, the choices can't be found. The bell then says that notifications are off. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  if (!oldSubscription) return;
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/subscribers/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, replaces: oldSubscription.endpoint }),
  });
}
