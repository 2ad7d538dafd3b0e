import type * as z from "zod";
import { sha256 } from "../../shared/hash.ts";
import {
  type Alert,
  MAX_KEY_BYTES,
  MAX_LABEL_CHARACTERS,
  MAX_LABEL_NAME_CHARACTERS,
  MAX_LABELS,
  MAX_LINK_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from "../domain.ts";
import { cutText, isSecret } from "../received/cut-secrets.ts";
import type { AlertPaths } from "./domain.ts";

interface Receipt {
  env: Env;
  /** The parameter `topic` of the address. */
  topic: string | undefined;
}

export interface Source<Body = unknown> {
  schema: z.ZodType<Body>;
  /** Trimming would invalidate the signature of a signed body. */
  keepsWhitespace?: true;
  /** Throws an HttpError for what the sender hasn't signed. */
  verify?: (body: Body, receipt: Receipt) => Promise<void>;
  /** What the list of received alerts shows, if that isn't the body as it came. */
  toShown?: (body: Body) => unknown;
  /** Returns no alert for a test message, and for one that only says that somebody has seen it. */
  read: (body: Body) => Promise<Alert[]>;
  /**
   * Reads a body in another format by the paths that were chosen for its API key. Returns no alert for one that they don't fit, which
   * is kept so that paths can be chosen on it, and undefined for one that has to be refused.
   */
  readByPaths?: (body: object, loadPaths: () => Promise<AlertPaths | null>) => Promise<Alert[] | undefined>;
}

export function defineSource<Body>(source: Source<Body>): Source {
  return source as Source; // each function gets what `schema` has returned
}

type Unbounded = Omit<Alert, "key" | "labels"> & { key: string; labels: Record<string, unknown> };

/** Texts and labels of a sender are shortened, because a rule can't do more with longer ones, and secrets are cut from them. */
export async function boundedAlert({ key, title, labels, link, ...rest }: Unbounded): Promise<Alert> {
  const texts = Object.entries(labels)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .slice(0, MAX_LABELS)
    .map(([name, value]) => [
      name.slice(0, MAX_LABEL_NAME_CHARACTERS),
      isSecret(name) ? "…" : cutText(String(value).slice(0, MAX_LABEL_CHARACTERS)),
    ]);
  return {
    ...rest,
    // A cut key could be that of another alert.
    key: new TextEncoder().encode(key).length > MAX_KEY_BYTES ? await sha256(key) : key,
    title: cutText(title.trim().slice(0, MAX_TITLE_CHARACTERS)) || "Alert",
    labels: Object.fromEntries(texts),
    link: /^https?:\/\//i.test(link) && link.length <= MAX_LINK_CHARACTERS ? cutText(link) : "",
  };
}

/** @returns null for a time that is missing, can't be read, or is the sender's zero, such as `0001-01-01T00:00:00Z` */
export function parseTime(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? "");
  return time > 0 ? time : null;
}
