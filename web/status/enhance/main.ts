import { enhanceDayStrips } from "./day-strips.ts";
import { enhanceGraphs, refreshGraphs } from "./graphs.ts";
import { startLiveUpdates } from "./live-update.ts";
import { morphPage } from "./morph.ts";
import { fillTimeZoneFields } from "./time-zone-fields.ts";

enhanceDayStrips(document);
enhanceGraphs();
fillTimeZoneFields(document);

/** Pages that show a status. The answer to a form is not requested again. */
const LIVE_PATHS = /^\/(history|(incidents|maintenances|components)\/.+)?$/;
if (LIVE_PATHS.test(location.pathname)) startLiveUpdates({ onChange: morphPage, onPoll: refreshGraphs });
