import type { ServiceView } from "../../web/status/views/shell.tsx";
import { singleFlight } from "../cache/single-flight.ts";
import { readSettings } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { serviceView } from "./load.ts";

/** Many requests for unknown pages must not read D1 more often. */
const FRESH_MS = 30_000;

const reads = singleFlight<ServiceView | undefined>({ freshMs: FRESH_MS });
let last: ServiceView | undefined;

/** Falls back to the last known settings while D1 fails. */
export async function knownService(db: Db): Promise<ServiceView | undefined> {
  return reads("", async () => {
    last = await readSettings(db).then(
      (settings) => serviceView([settings]),
      () => last,
    );
    return last;
  });
}
