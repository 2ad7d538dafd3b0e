import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { keepIdleConnections } from "./idle-connections.ts";

// As its own require finds it: Node and TypeScript disagree on what its default export is.
const start: typeof import("aws-ses-v2-local").default = createRequire(import.meta.url)(
  "aws-ses-v2-local",
).default;

export interface MailService {
  endpoint: string;
  /** Where people look at what has been sent. */
  mailbox: string;
  stop(): Promise<void>;
}

/**
 * Amazon SES on this machine, which delivers to nobody: every mail lies in its mailbox.
 * @param rate mails a second that the account may send
 */
export async function startMailService({ port = 0, rate = 100 } = {}): Promise<MailService> {
  process.env.AWS_SES_ACCOUNT = JSON.stringify(accountOf(rate)); // where it looks for the account
  const server = await start({ port, host: "127.0.0.1" });
  const { port: listens } = server.address() as AddressInfo; // on TCP: never a string
  keepIdleConnections(server);
  guardAgainstBrowser(server, [`http://localhost:${listens}`, `http://127.0.0.1:${listens}`]);
  return {
    endpoint: `http://127.0.0.1:${listens}`,
    mailbox: `http://localhost:${listens}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html */
function accountOf(rate: number) {
  return {
    DedicatedIpAutoWarmupEnabled: false,
    Details: {
      AdditionalContactEmailAddresses: [],
      ContactLanguage: "EN",
      MailType: "TRANSACTIONAL",
      ReviewDetails: { CaseId: "", Status: "GRANTED" },
      UseCaseDescription: "",
      WebsiteURL: "",
    },
    EnforcementStatus: "HEALTHY",
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000, MaxSendRate: rate, SentLast24Hours: 0 },
    SuppressionAttributes: { SuppressedReasons: [] },
  };
}
