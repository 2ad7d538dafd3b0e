// First, because a live region must exist before its text.
import "./announce.ts";
import "./finder.ts";
import "./follow/follow-link.ts";
import "./push/bell.ts";
// Parts that are loaded later use it. Imported here, it is no file of its own.
import "./page-styles.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { restoreChosenGroups } from "./chosen-groups.ts";
import { enhanceDayStrips } from "./days/day-strips.ts";
import { applyFilter } from "./filter-field.ts";
import { enhanceGraphs, refreshGraphs } from "./graphs/graphs.ts";
import { startLiveUpdates } from "./live-update.ts";
import { hideOfflineNote, showOfflineNote } from "./offline-note.ts";
import { addAges } from "./times/recent-times.ts";
import { fillTimeZoneFields } from "./times/time-zone-fields.ts";

if (document.querySelector(".group")) restoreChosenGroups();
enhanceDayStrips(document);
enhanceGraphs();
applyFilter();
fillTimeZoneFields(document);
addAges(document);
setInterval(() => addAges(document), MINUTE_MS);

/** Pages that show a status: also those of components, groups, incidents and maintenances. Results of forms are not polled. */
const LIVE_PATHS = /^\/(history|[cgim]\w+s\/.+)?$/;
if (LIVE_PATHS.test(location.pathname))
  startLiveUpdates({
    // Half of all script is for this, which no visitor needs in the first seconds.
    onChange: async (html) => (await import("./morph.ts")).morphPage(html),
    onPoll() {
      hideOfflineNote();
      refreshGraphs();
    },
    onFailure: showOfflineNote,
  });
