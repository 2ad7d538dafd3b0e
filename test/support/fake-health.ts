// Loaded before `npm run deploy`: answers for the deployed status page, which isn't on this machine, as the account says.
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const realFetch = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.pathname !== "/api/health") return realFetch(input, init);
  const socket = connect(Number(process.env.ACCOUNT_PORT), "127.0.0.1");
  socket.write(["2", "", "GET", url.href, ""].join("\0"));
  const [health] = (await text(socket)).split("\0");
  if (health === "unreachable")
    throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
  return health === "ok"
    ? Response.json({ status: "ok" })
    : Response.json({ message: "The database is missing migrations." }, { status: 503 });
};
