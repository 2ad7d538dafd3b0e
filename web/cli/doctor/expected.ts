import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { CommandError } from "../command-error.ts";
import { type Fields, toFields, toObjects } from "../fields.ts";
import { resolvePath } from "../shell.ts";

export interface Binding {
  name: string;
  /** The word of Cloudflare's API, for example `r2_bucket`. */
  type: string;
  /** The name or ID of the part that it leads to. */
  target?: string;
}

/** The parts of an account that a wrangler.toml names. */
export interface Expected {
  worker: string;
  bindings: Binding[];
  /** Variables whose value is a text. */
  variables: Record<string, string>;
  crons: string[];
  /** The queues that the Worker receives from. Dead letters have their queue's binding with the prefix DEAD_. */
  consumers: { queue: string; deadLetters: string }[];
  database: string;
  bucket: { name: string; jurisdiction: string };
  /** Pages projects: undefined where their files aren't beside wrangler.toml. */
  projects: { status: string; admin: string } | undefined;
}

/** @throws CommandError if the file can't be read, or isn't one of Daymark */
export async function readExpected(file: string): Promise<Expected> {
  const toml = await readToml(file);
  const queues = toFields(toml.queues);
  const [database, bucket] = [toObjects(toml.d1_databases)[0], toObjects(toml.r2_buckets)[0]];
  if (text(toml.name) === "" || !database || !bucket)
    throw new CommandError("usage", `${file} isn't Daymark's: it has no name, database or bucket.`);
  const variables = Object.entries(toFields(toml.vars)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    worker: text(toml.name),
    bindings: [
      { name: "DB", type: "d1", target: text(database.database_id) },
      { name: "FILES", type: "r2_bucket", target: text(bucket.bucket_name) },
      ...toObjects(queues.producers).map(({ binding, queue }) => ({
        name: text(binding),
        type: "queue",
        target: text(queue),
      })),
      ...toObjects(toml.ratelimits).map(({ name }) => ({ name: text(name), type: "ratelimit" })),
      ...(toFields(toml.vars).EMAIL_SERVICE === "on"
        ? toObjects(toml.send_email).map(({ name }) => ({ name: text(name), type: "send_email" }))
        : []),
      { name: text(toFields(toml.version_metadata).binding), type: "version_metadata" },
      { name: "SECRET_KEY", type: "secret_text" },
    ],
    variables: Object.fromEntries(variables),
    crons: toTexts(toFields(toml.triggers).crons),
    consumers: toObjects(queues.consumers).map(({ queue, dead_letter_queue: deadLetters }) => ({
      queue: text(queue),
      deadLetters: text(deadLetters),
    })),
    database: text(database.database_id),
    bucket: { name: text(bucket.bucket_name), jurisdiction: text(bucket.jurisdiction) },
    projects: await readProjects(dirname(file)),
  };
}

async function readProjects(folder: string): Promise<Expected["projects"]> {
  try {
    const [status, admin] = await Promise.all(
      ["web/status", "web/admin"].map((part) => readToml(join(folder, part, "wrangler.toml"))),
    );
    return { status: text(status?.name), admin: text(admin?.name) };
  } catch {
    return undefined;
  }
}

async function readToml(file: string): Promise<Fields> {
  try {
    return parse(await readFile(resolvePath(file), "utf8"));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? "it can't be read" : "it isn't valid TOML";
    throw new CommandError(
      "usage",
      `${file}: ${reason}. Run this in the folder that you deploy from, or name its wrangler.toml with --wrangler.`,
    );
  }
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
