import { createSign, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";

export const topicArn = "arn:aws:sns:us-east-1:123456789012:daymark-mail";

export type Topic = Awaited<ReturnType<typeof startTopic>>;

interface Overrides {
  Type?: string;
  SignatureVersion?: "1" | "2";
  [field: string]: string | undefined;
}

const certificatePath = "/SimpleNotificationService-0123456789abcdef.pem";
const signedOfNotification = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const signedOfSubscription = [
  "Message",
  "MessageId",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
];

/** A stand-in of Amazon SNS: signs what it posts, serves its certificate, and is asked to confirm. */
export async function startTopic() {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    algorithm: "sha256",
  });
  /** Path and query of each request. */
  const asked: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status).end(request.url === certificatePath ? cert : "<ConfirmSubscriptionResponse/>");
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP: never a string

  return {
    key,
    cert,
    certificatePath,
    asked,
    /** What the Worker needs to find it. */
    vars: { MAIL_TOPIC_ARN: topicArn, SNS_ENDPOINT: endpoint },
    answerWith(other: number) {
      status = other;
    },
    /** As it is posted, signed after the overrides are in. */
    message({
      Type = "Notification",
      SignatureVersion = "2",
      ...overrides
    }: Overrides = {}): Record<string, string | undefined> {
      const fields: Record<string, string | undefined> = {
        Type,
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: "Hello",
        Timestamp: new Date().toISOString(),
        ...(Type !== "Notification" && {
          Token: "a-token",
          SubscribeURL: `${endpoint}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=a-token`,
        }),
        SignatureVersion,
        SigningCertURL: `${endpoint}${certificatePath}`,
        ...overrides,
      };
      const names = Type === "Notification" ? signedOfNotification : signedOfSubscription;
      const sign = createSign(SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256");
      for (const name of names) if (fields[name] !== undefined) sign.update(`${name}\n${fields[name]}\n`);
      return { ...fields, Signature: sign.sign(key, "base64") };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** What Amazon SES says of a mail that bounced. */
export function bounce(
  emailAddress: string,
  overrides: { bounceType?: string; bounceSubType?: string; sentAt?: string; messageId?: string } = {},
) {
  const { bounceType = "Permanent", bounceSubType = "General" } = overrides;
  const { sentAt = new Date().toISOString(), messageId = randomUUID() } = overrides;
  return {
    notificationType: "Bounce",
    bounce: {
      feedbackId: "00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000",
      bounceType,
      bounceSubType,
      bouncedRecipients: [
        { emailAddress, action: "failed", status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1 unknown user" },
      ],
      timestamp: new Date().toISOString(),
      reportingMTA: "dns; email.example.com",
    },
    mail: { ...mail(emailAddress, sentAt), messageId },
  };
}

/** What it says of a mail that somebody called spam. */
export function complaint(emailAddress: string, complaintFeedbackType = "abuse") {
  return {
    notificationType: "Complaint",
    complaint: {
      feedbackId: "0000013786031775-fea503bc-7497-49e1-881b-a0379bb037d3-000000",
      complaintSubType: null,
      complainedRecipients: [{ emailAddress }],
      timestamp: new Date().toISOString(),
      complaintFeedbackType,
    },
    mail: mail(emailAddress, new Date().toISOString()),
  };
}

function mail(emailAddress: string, timestamp: string) {
  return {
    timestamp,
    messageId: "00000137860315fd-34208509-5b74-41f3-95c5-22c1edc3c924-000000",
    source: "status@example.com",
    sendingAccountId: "123456789012",
    destination: [emailAddress],
  };
}
