import { componentColor } from "../../../worker/components/domain.ts";
import { noticeColors } from "../../../worker/notices/domain.ts";
import { cut } from "../../../worker/notices/templates/domain.ts";
import { inColor, plain, print } from "../output.ts";
import { colorIn, formatMinute, stateText } from "../rows.ts";
import type { Delivery } from "./webhook-receiver.ts";
import type { Signature } from "./webhook-signature.ts";

const MAX_LINE_CHARACTERS = 160;
const MAX_LINK_CHARACTERS = 2000;

const signatureTexts: Record<Signature, string> = {
  verified: "signature verified",
  unchecked: "signature not checked",
  missing: "refused with 401: a webhook header is missing or invalid",
  wrong: "refused with 401: the signature is wrong",
  expired: "refused with 401: it is older than 5 minutes, or this machine's clock is wrong",
  premature: "refused with 401: it is from the future, or this machine's clock is wrong",
};

const NEW_SECRET_HINT =
  "A new webhook has a new signing secret. To confirm this one, listen without a secret and subscribe again.";

/** One line of who and what, and below it the newest words. The text is the sender's, so it is cut and made plain. */
export function printDelivery({ receivedAt, signature, status, body }: Delivery): void {
  const { title, lines } = describe(body, status);
  const time = `${formatMinute(receivedAt)}:${receivedAt.slice(17, 19)} UTC`;
  const check = status === 400 ? "refused with 400: the challenge isn't valid" : signatureTexts[signature];
  print([time, ...title, `(${check})`].join("  "));
  for (const line of lines) print(`  ${line}`);
}

interface Description {
  title: string[];
  lines: string[];
}

function describe(body: unknown, status: number): Description {
  const type = lineAt(body, "type");
  if (type === "subscription.challenge") return describeChallenge(body, status);
  if (type === "subscription.test") return { title: ["Test"], lines: [] };
  if (valueAt(body, "incident") !== undefined) return describeNotice(valueAt(body, "incident"));
  if (valueAt(body, "component_update") !== undefined) return describeComponent(body);
  return { title: ["Unknown", ...(type === "" ? [] : [type])], lines: [] };
}

function describeChallenge(body: unknown, status: number): Description {
  const link = textAt(body, "manage_url").slice(0, MAX_LINK_CHARACTERS);
  return {
    title: [status === 200 ? "Confirmed" : "Challenge", lineAt(body, "page", "name")],
    lines: [
      ...(link === "" ? [] : [`Manage it and see its signing secret: ${link}`]),
      ...(status === 401 ? [NEW_SECRET_HINT] : []),
    ],
  };
}

function describeNotice(notice: unknown): Description {
  const isMaintenance = lineAt(notice, "impact") === "maintenance";
  const status = stateText(lineAt(notice, "status"));
  const message = lineAt(notice, "incident_updates", "0", "body");
  const period = ["scheduled_for", "scheduled_until"].map((name) => formatMinute(lineAt(notice, name)));
  return {
    title: [
      isMaintenance ? "Maintenance" : "Incident",
      `${inColor("●", colorIn(noticeColors, status))} ${status}`,
      lineAt(notice, "name"),
    ],
    lines: [...(isMaintenance ? [`${period.join(" to ")} UTC`] : []), ...(message === "" ? [] : [message])],
  };
}

function describeComponent(body: unknown): Description {
  const [from, to] = ["old_status", "new_status"].map((name) =>
    stateText(lineAt(body, "component_update", name)),
  );
  return {
    title: [
      "Component",
      `${inColor("●", componentColor(to ?? ""))} ${from} → ${to}`,
      lineAt(body, "component", "name"),
    ],
    lines: [],
  };
}

/** A short line; empty if there is no text at the path. */
function lineAt(body: unknown, ...path: string[]): string {
  return cut(textAt(body, ...path), MAX_LINE_CHARACTERS);
}

/** One line without terminal controls. */
function textAt(body: unknown, ...path: string[]): string {
  const value = valueAt(body, ...path);
  return typeof value === "string" ? plain(value).trim() : "";
}

function valueAt(body: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name] // `hasOwn` has just shown it
        : undefined,
    body,
  );
}
