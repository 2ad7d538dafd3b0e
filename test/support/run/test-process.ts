import { endChildrenWithThisProcess } from "../../../tools/start/end-together.ts";
import { freshFetch } from "../readers/fresh-fetch.ts";
import { countProcesses } from "./run-counts.ts";

globalThis.fetch = freshFetch;
// Vitest kills its processes, which then can't stop the servers that their files have shared.
endChildrenWithThisProcess();
countProcesses();
