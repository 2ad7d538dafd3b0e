// Runs cognito-local in its own process, because it uses the process's working directory. The arguments are the origins of
// the pages that may call it.
import http, { type RequestListener } from "node:http";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { keepIdleConnections } from "./idle-connections.ts";

process.on("disconnect", () => process.exit());

const { createServer } = http;
// cognito-local creates its own server and doesn't export it.
Object.assign(http, {
  createServer(handle: RequestListener) {
    const server = createServer(withoutSignUp(handle));
    keepIdleConnections(server);
    guardAgainstBrowser(server, process.argv.slice(2));
    return server;
  },
});
await import("cognito-local/lib/bin/start.js");
process.send?.("started");

/** cognito-local lets anyone sign up, whatever a pool's configuration says. */
function withoutSignUp(handle: RequestListener): RequestListener {
  return (request, response) => {
    const [, operation] = String(request.headers["x-amz-target"]).split(".");
    if (operation !== "SignUp") return handle(request, response);
    const error = {
      __type: "NotAuthorizedException",
      message: "SignUp is not permitted for this user pool",
    };
    response.writeHead(400, { "Content-Type": "application/x-amz-json-1.1" }).end(JSON.stringify(error));
  };
}
