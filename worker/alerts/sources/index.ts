import type { AlertSourceID } from "../domain.ts";
import { alertmanager } from "./alertmanager.ts";
import { events } from "./events.ts";
import { generic } from "./generic.ts";
import { sns } from "./sns.ts";
import type { Source } from "./source.ts";
import { uptimeKuma } from "./uptime-kuma.ts";

export const sources: Record<AlertSourceID, Source> = {
  alertmanager,
  events,
  "uptime-kuma": uptimeKuma,
  sns,
  generic,
};
