import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { keepIdleConnections } from "./idle-connections.ts";

const host = "127.0.0.1";

export interface MailService {
  endpoint: string;
  mailbox: string;
  stop(): Promise<void>;
}

/**
 * Starts a local Amazon SES, which puts every email into its mailbox and delivers none.
 * @param rate emails that the account may send per second
 */
export async function startMailService({ port = 0, rate = 100 } = {}): Promise<MailService> {
  process.env.AWS_SES_ACCOUNT = JSON.stringify(accountResponse(rate)); // aws-ses-v2-local reads the account from here
  let service: Promise<Server> | undefined;
  const server = createServer(async (request, response) => {
    service ??= loadService();
    (await service).emit("request", request, response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const { port: boundPort } = server.address() as AddressInfo; // a server that listens on TCP has no string address
  keepIdleConnections(server);
  guardAgainstBrowser(server, [`http://localhost:${boundPort}`, `http://127.0.0.1:${boundPort}`]);
  return {
    endpoint: `http://127.0.0.1:${boundPort}`,
    mailbox: `http://localhost:${boundPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The service is loaded at the first request, because that takes longer than the rest of a start. */
async function loadService(): Promise<Server> {
  // Node and TypeScript disagree on its default export when it is imported, so it is required.
  const { default: start }: typeof import("aws-ses-v2-local") = createRequire(import.meta.url)(
    "aws-ses-v2-local",
  );
  const service = await start({ port: 0, host });
  service.close(); // its requests come from the guarded server instead
  return service;
}

/** @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html */
function accountResponse(rate: number) {
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
