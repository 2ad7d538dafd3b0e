import type { FoundPushSubscription, NewPushSubscription } from "../../../../worker/notify/push/schema.ts";

/** The worker has a folder of its own, so it never controls a page. */
const SCOPE = "/push/";
const SCRIPT = "/service-worker.js";
const CALLS = "/api/subscribers/push";

export type Choices = Pick<
  NewPushSubscription,
  "components" | "groups" | "reminders" | "timeZone" | "language" | "turnstileToken"
>;

/** @returns what this browser gets notifications about, or null if it gets none */
export async function currentSubscription(): Promise<FoundPushSubscription["subscription"]> {
  const subscription = await existing();
  if (!subscription || Notification.permission !== "granted") return null;
  const found = await call<FoundPushSubscription>("/find", { endpoint: subscription.endpoint });
  return found.subscription;
}

/** Call it once the visitor has given permission. */
export async function saveSubscription(choices: Choices): Promise<void> {
  const [registration, { publicKey }] = await Promise.all([register(), call<{ publicKey: string }>("")]);
  const before = await registration.pushManager.getSubscription();
  const isUsable = before && base64url(before.options.applicationServerKey) === publicKey;
  if (before && !isUsable) await before.unsubscribe();
  const subscription =
    before && isUsable
      ? before
      : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  await call("", { ...choices, endpoint, keys });
}

export async function deleteSubscription(): Promise<void> {
  const subscription = await existing();
  if (!subscription) return;
  await call("/unsubscribe", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

async function existing(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return registration?.pushManager.getSubscription();
}

/** `navigator.serviceWorker.ready` waits for a worker that controls the page, which this one never does. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(SCRIPT, { scope: SCOPE });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return registration;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
      if (coming.state === "redundant") reject(new Error("The service worker could not start."));
    });
  });
  return registration;
}

function base64url(bytes: ArrayBuffer | null): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @throws Error whose cause is the status */
async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    CALLS + path,
    body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`The call answers ${response.status}.`, { cause: response.status });
  return response.json();
}
