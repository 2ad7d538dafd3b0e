import type { ServiceView } from "../../../web/status/views/shell.tsx";
import { singleFlight } from "../../http/single-flight.ts";
import { readSettings } from "../../settings/store.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { Db } from "../../storage/db.ts";
import { serviceView } from "./load.ts";

/** Many requests for unknown pages must not read D1 more often. */
const FRESH_MS = 30_000;
const TIMEOUT_MS = SECOND_MS;

const reads = singleFlight<ServiceView | undefined>({ freshMs: FRESH_MS });
let last: ServiceView | undefined;

/** Falls back to the last known settings while D1 fails or hangs, so that an error page never fails itself. */
export async function knownService(db: Db): Promise<ServiceView | undefined> {
  return reads("", async () => {
    const settings = withTimeout(TIMEOUT_MS, readSettings(db), "D1_ERROR: there is no answer.");
    last = await settings.then(
      (stored) => serviceView([stored]),
      () => last,
    );
    return last;
  }).catch(() => last);
}
