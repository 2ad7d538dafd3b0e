import { enhanceDayStrips } from "./day-strips.ts";
import { enhanceGraphs, refreshGraphs } from "./graphs.ts";
import { lookAgain } from "./look-again.ts";
import { fillOwnZone } from "./own-zone.ts";
import { swapIn } from "./swap.ts";

// The page is whole without this: it keeps up with what happens, and lets days and graphs be read value by value.
enhanceDayStrips(document);
enhanceGraphs();
fillOwnZone(document);

/** Pages that say how things stand; what a form has led to, for one, is not asked for again. */
const LIVE = /^\/(history|(incidents|maintenances|components)\/.+)?$/;
if (LIVE.test(location.pathname)) lookAgain({ changed: swapIn, looked: refreshGraphs });
