import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { addHelp } from "../help.ts";
import { plain, print, printJSONLine, warn } from "../output.ts";
import type { GlobalOptions } from "../settings.ts";
import { shell } from "../shell.ts";
import { printDelivery } from "./webhook-delivery.ts";
import { createReceiver } from "./webhook-receiver.ts";
import { signatureCheck } from "./webhook-signature.ts";

const DEFAULT_PORT = "4180";
const DEFAULT_HOST = "127.0.0.1";
const MAX_PORT = 65_535;

export function addWebhookCommands(program: Command): void {
  const webhook = program.command("webhook").description("Try out webhooks");
  const listenCommand = webhook
    .command("listen")
    .description("Confirm a webhook and print its deliveries (needs no API key)")
    .option("--port <port>", "Port to listen on; 0 takes any free port", DEFAULT_PORT)
    .option("--host <host>", "Address of this machine to listen on", DEFAULT_HOST)
    .option(
      "--secret <secret>",
      "The webhook's signing secret; safer in DAYMARK_WEBHOOK_SECRET, where others on this machine can't see it",
    )
    .action(listen);
  addHelp(listenCommand, {
    notes: `It answers the challenge of a new webhook and prints the link to manage it, then prints each delivery, until you press
Ctrl-C. Daymark posts to public https addresses only, so start a tunnel to the port, for example with
cloudflared tunnel --url http://${DEFAULT_HOST}:${DEFAULT_PORT}, and enter the tunnel's address at /subscribe.

The link shows the signing secret. With the secret, a delivery gets a 401 if its signature is wrong or older than 5 minutes.

With --json, each delivery is one line with an object: receivedAt, signature, status (of the response), headers and body.`,
    examples: ["daymark webhook listen", "daymark webhook listen --port 8080 --json"],
    meanings: {
      done: "Stopped with Ctrl-C",
      refused: undefined,
      usage: "The command is wrong, or it can't listen on the port",
      unreachable: undefined,
      key: undefined,
    },
  });
}

interface ListenOptions extends GlobalOptions {
  port: string;
  host: string;
  secret?: string;
}

async function listen(_: ListenOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ListenOptions>();
  const secret = options.secret ?? (shell().env.DAYMARK_WEBHOOK_SECRET || undefined);
  const port = parsePort(options.port);
  const server = await createReceiver({
    checkSignature: signatureCheck(secret),
    onDelivery: options.json ? printJSONLine : printDelivery,
    onRefusal: (reason) => warn(`Refused a request: ${reason}`),
  });
  const url = await open(server, port, options.host);
  const stopped = closeOnSignal(server);
  const announce = options.json ? warn : print; // Standard output has nothing but JSON then.
  announce(`Listening on ${url}. Press Ctrl-C to stop.`);
  if (secret === undefined)
    announce(
      "Signatures aren't checked. To check them, pass the signing secret in DAYMARK_WEBHOOK_SECRET or with --secret.",
    );
  await stopped;
}

function parsePort(input: string): number {
  if (/^\d+$/.test(input) && Number(input) <= MAX_PORT) return Number(input);
  throw new CommandError(
    "usage",
    `"${plain(input)}" isn't a port. Use a number from 1 to ${MAX_PORT}, or 0 for any free port.`,
  );
}

/** @returns the server's URL */
async function open(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      "usage",
      error.code === "EADDRINUSE"
        ? `Port ${port} is in use. Choose another one with --port.`
        : `Can't listen on ${plain(host)}, port ${port}: ${error.code}.`,
    );
  });
  const { address, family, port: openPort } = server.address() as AddressInfo; // A string is the address of a Unix socket only.
  return `http://${family === "IPv6" ? `[${address}]` : address}:${openPort}`;
}

function closeOnSignal(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const close = () => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    for (const signal of ["SIGINT", "SIGTERM"]) shell().once(signal, close);
    // Nobody reads the deliveries anymore, as when `head -1` has ended.
    shell().stdout.once("error", close);
  });
}
