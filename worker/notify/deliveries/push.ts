import { DAY_SECONDS } from "../../shared/time/domain.ts";
import type { ChannelRecipient, ChannelService } from "../chat/channel.ts";
import { firstPushMessage, pushHeaders, pushMessage } from "../chat/push.ts";
import type { NoticeContent } from "../outbox/table.ts";
import { parsePushAddress } from "../push/address.ts";
import { encryptForBrowser, MAX_MESSAGE_BYTES } from "../push/encrypt.ts";
import { signAuthorization } from "../push/keys.ts";
import { type Answer, post } from "./post.ts";

interface Push {
  address: string;
  keys: string | null;
  recipient: ChannelRecipient;
  /** Null for the first message, which says that notifications are on. */
  content: NoticeContent | null;
  timeoutMs: number | undefined;
}

/** Posts to the push service of a browser. Only the browser can read the message. */
export async function sendPush(
  env: Env,
  service: ChannelService,
  { address, keys, recipient, content, timeoutMs }: Push,
): Promise<Answer> {
  const receiver = parsePushAddress(address);
  const audience = new URL(receiver.url).origin;
  const authorization =
    keys === null
      ? undefined
      : await signAuthorization(env, keys, { audience, contact: service.statusPageURL });
  if (authorization === undefined)
    return { status: null, reason: "The keys for push services were stored with another SECRET_KEY." };
  const message = content
    ? pushMessage(service, content, recipient, MAX_MESSAGE_BYTES)
    : firstPushMessage(service, recipient);
  const body = await encryptForBrowser(message, receiver.keys);
  const headers = {
    "Content-Type": "application/octet-stream",
    "Content-Encoding": "aes128gcm",
    Authorization: authorization,
    ...(content ? pushHeaders(content, Date.now()) : { TTL: `${DAY_SECONDS}` }),
  };
  return post(receiver.url, headers, body, timeoutMs);
}
