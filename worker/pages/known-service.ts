import type { ServiceView } from "../../web/status/views/shell.tsx";
import { singleFlight } from "../cache/single-flight.ts";
import { readSettings } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { service } from "./load.ts";

/** A flood of requests for pages that are not there reads D1 once in so long. */
const REFRESH_MS = 30_000;

const reads = singleFlight<ServiceView | undefined>({ freshMs: REFRESH_MS });
let last: ServiceView | undefined;

/** What an error page shows of the service, as it was half a minute ago at most; undefined where D1 doesn't answer. */
export async function knownService(db: Db): Promise<ServiceView | undefined> {
  return reads("", async () => {
    last = await readSettings(db).then(
      (settings) => service([settings]),
      () => last,
    );
    return last;
  });
}
