import * as z from "zod";
import { invalidField } from "../../http/errors.ts";
import { parseJSON } from "../../http/json.ts";
import { TopicMessage } from "../../notify/mail/bounces/schema.ts";
import { confirmSubscription, requireTopicMessage } from "../../notify/mail/bounces/signature.ts";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const text = z.string().nullish();

const AlarmChange = z.object({
  AlarmName: z.string().min(1),
  AlarmArn: text,
  AWSAccountId: text,
  NewStateValue: z.enum(["OK", "ALARM", "INSUFFICIENT_DATA"]),
  NewStateReason: text,
  StateChangeTime: text,
  Trigger: z
    .object({
      Namespace: text,
      MetricName: text,
      Dimensions: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    })
    .nullish(),
});

/**
 * Alarms of CloudWatch. One that has too little data neither fires nor is over, and any other message of the topic is no alarm.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
 */
export const sns = defineSource<TopicMessage>({
  schema: TopicMessage,
  keepsWhitespace: true,
  async verify(message, { env, topic = "" }) {
    if (!/^arn:aws[a-z-]{0,20}:sns:[a-z0-9-]{1,40}:\d{12}:[\w-]{1,256}$/.test(topic))
      throw invalidField("topic", "The address has to end with ?topic= and the ARN of the topic.");
    await requireTopicMessage(env, message, topic);
    await confirmSubscription(env, message);
  },
  // As a text, it would be cut off before it says what state the alarm has.
  toShown: (message) => ({ ...message, Message: parseJSON(message.Message) ?? message.Message }),
  async read({ Type, Message }) {
    const parsed = AlarmChange.safeParse(Type === "Notification" ? parseJSON(Message) : undefined);
    if (!parsed.success || parsed.data.NewStateValue === "INSUFFICIENT_DATA") return [];
    const { AlarmName, AlarmArn, AWSAccountId, NewStateValue, StateChangeTime, Trigger } = parsed.data;
    const [, , , region = ""] = AlarmArn?.split(":") ?? [];
    const dimensions = Trigger?.Dimensions?.map(({ name, value }) => [name, value]) ?? [];
    return [
      await boundedAlert({
        key: AlarmArn || AlarmName,
        state: NewStateValue === "ALARM" ? "firing" : "resolved",
        title: AlarmName,
        labels: {
          alarm: AlarmName,
          account: AWSAccountId ?? "",
          region,
          namespace: Trigger?.Namespace ?? "",
          metric: Trigger?.MetricName ?? "",
          ...Object.fromEntries(dimensions),
        },
        link: /^[a-z0-9-]+$/.test(region) ? alarmAddress(region, AlarmName) : "",
        // Such as `2026-01-31T09:00:00.000+0000`.
        at: parseTime(StateChangeTime?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")),
      }),
    ];
  },
});

function alarmAddress(region: string, name: string): string {
  const path = `cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name)}`;
  return `https://${region}.console.aws.amazon.com/${path}`;
}
