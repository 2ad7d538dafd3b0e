import { MiB } from "../../../worker/shared/domain.ts";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CommandError } from "../command-error.ts";
import { readBounded } from "../connection/read-response.ts";
import { toConnectionError } from "../connection/send.ts";
import { type Fields, parseObject, toObjects } from "../fields.ts";

const MAX_RESPONSE_BYTES = 4 * MiB;
const TIMEOUT_MS = 30 * SECOND_MS;
const DEFAULT_URL = "https://api.cloudflare.com/client/v4";

/** The value of `result` in Cloudflare's answer, or why there is none. */
export type Answer = { result: unknown } | { problem: "absent" | "forbidden"; reason: string };

/** Reads below the account, for example `/queues`. */
export type ReadAccount = (path: string, headers?: Record<string, string>) => Promise<Answer>;

export interface Account {
  id: string;
  read: ReadAccount;
}

/**
 * Takes the variables that wrangler takes, too (https://developers.cloudflare.com/workers/wrangler/system-environment-variables/).
 * @throws CommandError without a token or account, as reading from it does if Cloudflare can't be reached or refuses the token
 */
export async function openAccount({
  CLOUDFLARE_API_TOKEN: token = "",
  CLOUDFLARE_ACCOUNT_ID: chosenID = "",
  CLOUDFLARE_API_BASE_URL: url = DEFAULT_URL,
}: NodeJS.ProcessEnv): Promise<Account> {
  if (token === "")
    throw new CommandError(
      "key",
      "This needs an API token of Cloudflare in CLOUDFLARE_API_TOKEN. It may be one that only reads.",
    );
  const read = (path: string, headers = {}) =>
    request(url.replace(/\/+$/, "") + path, { Authorization: `Bearer ${token}`, ...headers });
  const id = chosenID || (await onlyAccount(read));
  return { id, read: (path, headers) => read(`/accounts/${encodeURIComponent(id)}${path}`, headers) };
}

async function onlyAccount(read: ReadAccount): Promise<string> {
  const answer = await read("/accounts?per_page=50");
  const accounts = "problem" in answer ? [] : toObjects(answer.result);
  const [account] = accounts;
  if (accounts.length === 1 && account && typeof account.id === "string") return account.id;
  throw new CommandError(
    "usage",
    accounts.length === 0
      ? "The token can't list its accounts. Put the account's ID into CLOUDFLARE_ACCOUNT_ID."
      : `The token belongs to ${accounts.length} accounts. Put the ID of the right one into CLOUDFLARE_ACCOUNT_ID.`,
  );
}

async function request(url: string, headers: Record<string, string>): Promise<Answer> {
  let status: number;
  let text: string | undefined;
  try {
    const response = await fetch(url, {
      redirect: "error", // The token goes to no other address.
      headers: { Accept: "application/json", ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    text = await readBounded(response, MAX_RESPONSE_BYTES);
  } catch (error) {
    throw new CommandError(
      "unreachable",
      `Cloudflare's API can't be reached: ${toConnectionError(error).reason}`,
    );
  }
  const answer = text === undefined ? undefined : parseObject(text);
  if (answer?.success === true) return { result: answer.result };
  const tooLong = text === undefined ? `it has more than ${MAX_RESPONSE_BYTES / MiB} MiB` : undefined;
  const reason = tooLong ?? refusalReason(answer) ?? `status ${status}`;
  // A token that isn't valid gets one of these, and one without the permission 403.
  if (status === 400 || status === 401)
    throw new CommandError("key", `Cloudflare refuses CLOUDFLARE_API_TOKEN: ${reason}`);
  if (status === 403) return { problem: "forbidden", reason };
  if (status === 404) return { problem: "absent", reason };
  throw new CommandError("unreachable", `Cloudflare's API answers with an error: ${reason}`);
}

function refusalReason(answer: Fields | undefined): string | undefined {
  const [error] = toObjects(answer?.errors);
  return typeof error?.message === "string" ? error.message.slice(0, 300) : undefined;
}
