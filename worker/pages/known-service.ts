import type { ServiceView } from "../../web/status/views/shell.tsx";
import { readSettings } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { service } from "./load.ts";

/** A flood of requests for pages that are not there reads D1 once in so long. */
const REFRESH_MS = 30_000;

let last: { view: ServiceView | undefined; readAt: number } | undefined;

/** What an error page shows of the service, as it was half a minute ago at most; undefined where D1 doesn't answer. */
export async function knownService(db: Db): Promise<ServiceView | undefined> {
  if (last && Date.now() - last.readAt < REFRESH_MS) return last.view;
  const view = await readSettings(db).then(
    (settings) => service([settings]),
    () => last?.view,
  );
  last = { view, readAt: Date.now() };
  return view;
}
