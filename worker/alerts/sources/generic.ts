import * as z from "zod";
import { sha256 } from "../../shared/hash.ts";
import { MAX_ALERTS_PER_BODY, MAX_KEY_BYTES } from "../domain.ts";
import { cutText, isSecret } from "../received/cut-secrets.ts";
import { type AlertPaths, pathNames, readByPaths } from "./domain.ts";
import { boundedAlert, defineSource, parseTime } from "./source.ts";

const GenericAlert = z.object({
  key: z.string({ error: "key must be a text that tells the alert from others." }).min(1, "key is required."),
  state: z.enum(["firing", "resolved"], { error: "state must be firing or resolved." }),
  title: z.string({ error: "title must be a string." }).optional(),
  labels: z.record(z.string(), z.unknown(), { error: "labels must be an object." }).optional(),
  link: z.string({ error: "link must be a string." }).optional(),
  at: z.iso
    .datetime({ offset: true, error: "at must be a date and time such as 2026-01-31T09:00:00Z." })
    .optional(),
});

const Body = z.union(
  [
    z.object({
      alerts: z
        .array(GenericAlert)
        .max(MAX_ALERTS_PER_BODY, { error: () => `alerts can be ${MAX_ALERTS_PER_BODY} at most.` }),
    }),
    GenericAlert,
  ],
  { error: "The body must be an alert with key and state, or have a list of such alerts." },
);

/** One alert, or several in `alerts`. A body in another format is read by the paths of its API key. */
export const generic = defineSource<z.output<typeof Body>>({
  schema: Body,
  read: (body) =>
    Promise.all(
      ("alerts" in body ? body.alerts : [body]).map(({ key, state, title, labels, link, at }) =>
        boundedAlert({
          key,
          state,
          title: title ?? key,
          labels: labels ?? {},
          link: link ?? "",
          at: parseTime(at),
        }),
      ),
    ),
  async readByPaths(body, loadPaths) {
    const paths = await loadPaths();
    const isReadable = paths && ![paths.key, paths.state].some(hasSecretName);
    const alert = isReadable && readByPaths(body, withoutSecrets(paths));
    if (alert) return [await boundedAlert({ ...alert, key: await withoutSecret(alert.key) })];
    return isDocumented(body) ? undefined : [];
  },
});

function hasSecretName(path: string): boolean {
  return pathNames(path).some(isSecret);
}

/** A secret is neither a title nor a link: the key is the title then. */
function withoutSecrets({ title, link, ...paths }: AlertPaths): AlertPaths {
  return {
    ...paths,
    title: hasSecretName(title) ? paths.key : title,
    ...(link !== undefined && !hasSecretName(link) && { link }),
  };
}

/** What a cut key tells apart would be lost, so its hash takes its place. That of a longer one does so anyway. */
async function withoutSecret(key: string): Promise<string> {
  return key.length <= MAX_KEY_BYTES && cutText(key) !== key ? sha256(key) : key;
}

/** Whether the sender knows the documented format, so that an error helps more than a list of received bodies. */
function isDocumented(body: object): boolean {
  if ("alerts" in body && Array.isArray(body.alerts)) return body.alerts.some(hasKeyAndState);
  return hasKeyAndState(body) || ("state" in body && GenericAlert.shape.state.safeParse(body.state).success);
}

function hasKeyAndState(value: unknown): boolean {
  return typeof value === "object" && value !== null && "key" in value && "state" in value;
}
