import type { SubscriberRecord } from "../../../worker/notify/subscribers/schema.ts";
import { adminAPI, bodyOf } from "../api/api.ts";

export interface Found {
  emailAddress: string;
  subscriber: SubscriberRecord | null;
}

export async function findSubscriber(emailAddress: string): Promise<Found> {
  const { subscriber } = await bodyOf(adminAPI().subscribers.find.$post({ json: { emailAddress } }));
  return { emailAddress, subscriber };
}

export async function eraseSubscriber(json: { emailAddress: string; keepMark: boolean }): Promise<void> {
  await bodyOf(adminAPI().subscribers.erase.$post({ json }));
}
