// A process of its own, since cognito-local takes its folder and its port from the process that it runs in. As arguments
// it gets the origins of the pages that may call it.
import http, { type RequestListener } from "node:http";
import { guardAgainstBrowser } from "./browser-guard.ts";
import { keepIdleConnections } from "./idle-connections.ts";

process.on("disconnect", () => process.exit());

const { createServer } = http;
// cognito-local makes its server itself, and hands it out to nobody.
Object.assign(http, {
  createServer(answer: RequestListener) {
    const server = createServer(withoutSignUp(answer));
    keepIdleConnections(server);
    guardAgainstBrowser(server, process.argv.slice(2));
    return server;
  },
});
await import("cognito-local/lib/bin/start.js");
process.send?.("started");

/** cognito-local lets anyone sign up, whatever a pool's configuration says. */
function withoutSignUp(answer: RequestListener): RequestListener {
  return (request, response) => {
    const [, operation] = String(request.headers["x-amz-target"]).split("."); // as cognito-local reads it
    if (operation !== "SignUp") return answer(request, response);
    const refusal = {
      __type: "NotAuthorizedException",
      message: "SignUp is not permitted for this user pool",
    };
    response.writeHead(400, { "Content-Type": "application/x-amz-json-1.1" }).end(JSON.stringify(refusal));
  };
}
