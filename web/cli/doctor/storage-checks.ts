import { MiB } from "../../../worker/shared/domain.ts";
import { toFields } from "../fields.ts";
import type { Account } from "./account-api.ts";
import { unreadable } from "./account-problems.ts";
import type { Expected } from "./expected.ts";
import type { Check } from "./findings.ts";

/** https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_DATABASE_BYTES = 10_000 * MiB;
const MAX_FREE_DATABASE_BYTES = 500 * MiB;
const NEARLY_FULL = 0.8;

export async function checkAccountDatabase({ read }: Account, { database }: Expected): Promise<Check> {
  const name = "database";
  const answer = await read(`/d1/database/${encodeURIComponent(database)}`);
  if ("problem" in answer)
    return unreadable(name, `the database ${database} of wrangler.toml`, "D1: Read", answer);
  const size = Number(toFields(answer.result).file_size ?? 0);
  const message = `The database has ${Math.ceil(size / MiB)} MiB.`;
  if (size > NEARLY_FULL * MAX_DATABASE_BYTES)
    return {
      name,
      status: "warning",
      message: `${message} D1 takes at most 10 GB.`,
      fix: "Keep the audit log for fewer days, under Settings, General.",
    };
  const limit =
    size > NEARLY_FULL * MAX_FREE_DATABASE_BYTES ? " On the free plan, D1 takes at most 500 MB." : "";
  return { name, status: "ok", message: message + limit };
}

export async function checkBucket({ read }: Account, { bucket }: Expected): Promise<Check> {
  const name = "bucket";
  // A bucket of a jurisdiction is found there only (https://developers.cloudflare.com/api/resources/r2/subresources/buckets/methods/get/).
  const headers: Record<string, string> =
    bucket.jurisdiction === "" ? {} : { "cf-r2-jurisdiction": bucket.jurisdiction };
  const answer = await read(`/r2/buckets/${encodeURIComponent(bucket.name)}`, headers);
  if ("problem" in answer)
    return unreadable(name, `the bucket ${bucket.name}`, "Workers R2 Storage: Read", answer);
  return { name, status: "ok", message: `The bucket ${bucket.name} exists.` };
}
