import { createServer } from "node:http";
import { closeServer, listen } from "../starters/listen.ts";

/** The value of `result` in Cloudflare's answer by the path below the account, or a refusal. */
export type AccountAnswers = Record<string, unknown>;

export const ACCOUNT_ID = "023e105f4ecef8ad9ca31a8372d0c353";
export const TOKEN = "token-that-only-reads";
export const DATABASE_ID = "5f7a3c1e-0d9b-4c2a-8e6f-1a2b3c4d5e6f";

/** An answer with an error, as https://developers.cloudflare.com/api/ has it. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

export interface CloudflareAPI {
  url: string;
  /** The method and path of each request. */
  calls: string[];
  stop(): Promise<void>;
}

/** Takes the place of `https://api.cloudflare.com/client/v4`. It is checked with Cloudflare's own client library by hand, which is too large for CI. */
export async function startCloudflareAPI(answers: AccountAnswers): Promise<CloudflareAPI> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    calls.push(`${request.method} ${pathname}`);
    const path = pathname.replace(`/accounts/${ACCOUNT_ID}`, "");
    const answer =
      request.headers.authorization !== `Bearer ${TOKEN}`
        ? new Refusal(401, "Invalid API Token")
        : (answers[path] ?? new Refusal(404, "Not found"));
    const [status, body] =
      answer instanceof Refusal
        ? [
            answer.status,
            { success: false, errors: [{ code: 10_000, message: answer.message }], result: null },
          ]
        : [200, { success: true, errors: [], messages: [], result: answer }];
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  return { url: await listen(server), calls, stop: () => closeServer(server) };
}

const queueNames = [
  "datapoints",
  "datapoints-backlog",
  "collection",
  "mail",
  "team",
  "chat",
  "endpoints",
  "datapoints-dead-letter",
];

/** The answers about an account to which this repository was just deployed. */
export function deployedAccount(variables: Record<string, string>): AccountAnswers {
  const queueID = (name: string) => `id-of-${name}`;
  return {
    "/accounts": [{ id: ACCOUNT_ID, name: "Acme" }],
    "/workers/scripts/daymark/settings": {
      bindings: [
        { type: "d1", name: "DB", database_id: DATABASE_ID, id: DATABASE_ID },
        { type: "r2_bucket", name: "FILES", bucket_name: "daymark" },
        { type: "queue", name: "DATAPOINTS", queue_name: "daymark-datapoints" },
        { type: "queue", name: "BACKLOG", queue_name: "daymark-datapoints-backlog" },
        { type: "queue", name: "COLLECTION", queue_name: "daymark-collection" },
        { type: "queue", name: "MAIL", queue_name: "daymark-mail" },
        { type: "queue", name: "TEAM", queue_name: "daymark-team" },
        { type: "queue", name: "CHAT", queue_name: "daymark-chat" },
        { type: "queue", name: "ENDPOINTS", queue_name: "daymark-endpoints" },
        ...["KEY_RATE", "CREATION_RATE", "GUESS_RATE", "SUBSCRIBE_RATE", "SEARCH_RATE", "HOOK_RATE"].map(
          (name) => ({
            type: "ratelimit",
            name,
            namespace_id: "1001",
            simple: { limit: 600, period: 60 },
          }),
        ),
        { type: "version_metadata", name: "VERSION" },
        { type: "secret_text", name: "SECRET_KEY" },
        ...Object.entries(variables).map(([name, text]) => ({ type: "plain_text", name, text })),
      ],
    },
    "/workers/scripts/daymark/schedules": { schedules: [{ cron: "* * * * *" }] },
    "/queues": queueNames.map((name) => ({
      queue_id: queueID(name),
      queue_name: `daymark-${name}`,
      settings: { delivery_delay: 0, delivery_paused: false, message_retention_period: 345_600 },
      producers: [{ type: "worker", script: "daymark" }],
      consumers: [
        {
          consumer_id: `consumer-of-${name}`,
          type: "worker",
          script_name: "daymark",
          dead_letter_queue: /^datapoints(-backlog)?$/.test(name) ? "daymark-datapoints-dead-letter" : "",
          settings: { batch_size: 100, max_retries: 100 },
        },
      ],
    })),
    ...Object.fromEntries(
      queueNames.map((name) => [
        `/queues/${queueID(name)}/metrics`,
        { backlog_count: 0, backlog_bytes: 0, oldest_message_timestamp_ms: 0 },
      ]),
    ),
    [`/d1/database/${DATABASE_ID}`]: { uuid: DATABASE_ID, name: "daymark", file_size: 12_400_000 },
    "/r2/buckets/daymark": { name: "daymark", location: "weur", storage_class: "Standard" },
    "/pages/projects/daymark-status": {
      name: "daymark-status",
      canonical_deployment: { id: "1", url: "https://1.daymark-status.pages.dev" },
      deployment_configs: {
        production: { services: { DAYMARK: { service: "daymark", environment: "production" } } },
      },
    },
    "/pages/projects/daymark-admin": {
      name: "daymark-admin",
      canonical_deployment: { id: "2", url: "https://2.daymark-admin.pages.dev" },
      deployment_configs: { production: {} },
    },
  };
}
