import type { SubscriberRecord } from "../../../worker/notify/subscribers/schema.ts";
import { adminAPI, readBody } from "../api/api.ts";

export interface Found {
  emailAddress: string;
  subscriber: SubscriberRecord | null;
}

export async function findSubscriber(emailAddress: string): Promise<Found> {
  const { subscriber } = await readBody(adminAPI().subscribers.find.$post({ json: { emailAddress } }));
  return { emailAddress, subscriber };
}

export async function eraseSubscriber(json: { emailAddress: string; keepMark: boolean }): Promise<void> {
  await readBody(adminAPI().subscribers.erase.$post({ json }));
}
