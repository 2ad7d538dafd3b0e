// Loaded before `npm run deploy`: answers for the deployed status page, which isn't on this machine, as the account says.
import { readFileSync, writeFileSync } from "node:fs";
import type { Account } from "./deployment.ts";

const { ACCOUNT = "" } = process.env;
const realFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.pathname !== "/api/health") return realFetch(input, init);
  const account: Account = JSON.parse(readFileSync(ACCOUNT, "utf8"));
  const [health = "ok", ...rest] = account.health ?? [];
  account.calls.push(`GET ${url.href}`);
  if (rest.length > 0) account.health = rest;
  writeFileSync(ACCOUNT, JSON.stringify(account));
  if (health === "unreachable")
    throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
  return health === "ok"
    ? Response.json({ status: "ok" })
    : Response.json({ message: "The database is missing migrations." }, { status: 503 });
};
