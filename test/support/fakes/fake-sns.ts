import { createSign, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { generate } from "selfsigned";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import type { Daymark } from "../starters/daymark.ts";
import { listen } from "../starters/listen.ts";

export const topicArn = "arn:aws:sns:us-east-1:123456789012:daymark-mail";

export type FakeSNS = Awaited<ReturnType<typeof startFakeSNS>>;

interface Overrides {
  Type?: string;
  SignatureVersion?: "1" | "2";
  [field: string]: string | undefined;
}

const certificatePath = "/SimpleNotificationService-0123456789abcdef.pem";
const signedNotificationFields = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const signedSubscriptionFields = [
  "Message",
  "MessageId",
  "SubscribeURL",
  "Timestamp",
  "Token",
  "TopicArn",
  "Type",
];

/** Starts a fake Amazon SNS that signs messages, serves its certificate and accepts subscription confirmations. */
export async function startFakeSNS() {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    algorithm: "sha256",
  });
  /** The path and query of each request. */
  const requests: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(status).end(request.url === certificatePath ? cert : "<ConfirmSubscriptionResponse/>");
  });
  keepIdleConnections(server);
  const endpoint = await listen(server);

  return {
    key,
    cert,
    certificatePath,
    requests,
    /** The Worker's variables for this topic. */
    vars: { MAIL_TOPIC_ARN: topicArn, SNS_ENDPOINT: endpoint },
    respondWithStatus(newStatus: number) {
      status = newStatus;
    },
    /** Builds the message as SNS posts it. The signature covers the overrides. */
    signedMessage({
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
      const names = Type === "Notification" ? signedNotificationFields : signedSubscriptionFields;
      const sign = createSign(SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256");
      for (const name of names) if (fields[name] !== undefined) sign.update(`${name}\n${fields[name]}\n`);
      return { ...fields, Signature: sign.sign(key, "base64") };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Builds Amazon SES's notification of a bounced email. */
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

/** Builds Amazon SES's notification of an email that was marked as spam. */
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

/** Posts a message to the bounce hook as Amazon SNS does, and returns the response's status. */
export async function postMessage({ fetch }: Pick<Daymark, "fetch">, message: object): Promise<number> {
  const response = await fetch("/api/hooks/ses", {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=UTF-8" },
    body: JSON.stringify(message),
  });
  return response.status;
}
