// In place of the binding of Cloudflare's Email Service: records what it gets, applies the documented rules about headers, fails
// if a test says so, and otherwise hands over to Miniflare's simulator, which knows neither headers nor error codes.
// https://developers.cloudflare.com/email-service/reference/headers/
import { WorkerEntrypoint } from "cloudflare:workers";

let mails = [];
let calls = [];
let failures = {};

const allowed = [
  ...["in-reply-to", "references", "list-unsubscribe", "list-unsubscribe-post", "list-id", "precedence"],
  ...["auto-submitted", "content-language"],
];

function failureOf({ to, headers = {} }) {
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!allowed.includes(key) && !key.startsWith("x-"))
      return { code: "E_HEADER_NOT_ALLOWED", message: `Header '${name}' is not allowed.` };
    const isLink = key !== "list-unsubscribe" || /^<(https|mailto):[^>]+>$/.test(value);
    const isOneClick = key !== "list-unsubscribe-post" || value === "List-Unsubscribe=One-Click";
    if (value === "" || value.length > 2048 || !isLink || !isOneClick)
      return { code: "E_HEADER_VALUE_INVALID", message: `Header '${name}' is invalid.` };
  }
  return failures[to] ?? failures["*"];
}

export class EmailBinding extends WorkerEntrypoint {
  async send(message) {
    calls.push({ to: message.to, at: Date.now() });
    const failure = failureOf(message);
    if (failure?.code === "hang") await scheduler.wait(25_000);
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
    const result = await this.env.EMAIL.send(message);
    mails.push({ ...message, ...result });
    return result;
  }
}

const answers = {
  mails: () => mails,
  calls: () => calls,
  failFor: (next) => {
    failures = next;
    return {};
  },
  empty: () => {
    mails = [];
    calls = [];
    return {};
  },
};

export default {
  async fetch(request) {
    return Response.json(answers[new URL(request.url).pathname.slice(1)](await request.json()));
  },
};
