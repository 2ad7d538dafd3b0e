import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/paths.ts";
import { freePorts } from "../starters/free-ports.ts";
import { launchChromium } from "./chromium.ts";

interface Flags {
  port?: number;
  logLevel?: "error";
  disableFullPageScreenshot?: boolean;
  onlyCategories?: string[];
  onlyAudits?: string[];
}

interface Audit {
  score: number | null;
  displayValue?: string;
  numericValue?: number;
  details?: { items?: unknown[] };
}

interface Category {
  title: string;
  score: number | null;
  auditRefs: { id: string; weight: number }[];
}

/** What is used of the package, whose own types are missing until it is installed. */
interface Lighthouse {
  default(
    url: string,
    flags: Flags,
    config?: object,
  ): Promise<
    | {
        lhr: {
          runtimeError?: { message: string };
          categories: Record<string, Category>;
          audits: Record<string, Audit>;
        };
      }
    | undefined
  >;
  defaultConfig: { categories?: Record<string, unknown> };
  desktopConfig: object;
}

export type Device = "mobile" | "desktop";

export interface Report {
  /** The categories below 100 points and their failed audits, without performance. */
  failures: string[];
  /** The cumulative layout shift: content moved this far while the page loaded; 0 is best. */
  layoutShift: number;
  /** All that was sent for the page. */
  bytes: number;
  requests: number;
}

/** Lighthouse is a package of its own, because no other test needs its 160 MB. */
async function loadLighthouse(): Promise<Lighthouse> {
  const program = join(root, "test/lighthouse/node_modules/lighthouse/core/index.js");
  if (!existsSync(program))
    throw new Error("Lighthouse is missing. Run `node tools/install.mjs --dev --lighthouse`.");
  return import(program);
}

/** Starts a browser for Lighthouse. */
export async function startLighthouse() {
  const { default: lighthouse, defaultConfig, desktopConfig } = await loadLighthouse();
  const [port = 0] = await freePorts(1);
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);

  async function run(url: string, device: Device, flags: Flags) {
    const result = await lighthouse(
      url,
      { port, logLevel: "error", disableFullPageScreenshot: true, ...flags },
      device === "desktop" ? desktopConfig : undefined,
    );
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse fails: ${result?.lhr.runtimeError?.message}`);
    return result.lhr;
  }

  return {
    /** Returns the score for performance, 0 to 100. It drops while other processes use the CPU. */
    async scorePerformance(url: string, device: Device): Promise<number> {
      const { categories } = await run(url, device, { onlyCategories: ["performance"] });
      return Math.round((categories.performance?.score ?? 0) * 100);
    },
    /** Audits all else, whose results don't depend on the CPU. */
    async audit(url: string, device: Device): Promise<Report> {
      const { categories, audits } = await run(url, device, {
        onlyCategories: Object.keys(defaultConfig.categories ?? {}).filter((id) => id !== "performance"),
        onlyAudits: ["cumulative-layout-shift", "total-byte-weight", "network-requests"],
      });
      const failures = Object.values(categories)
        .filter(({ score }) => score !== 1)
        .flatMap(({ title, score, auditRefs }) => [
          `${title} ${Math.round((score ?? 0) * 100)}`,
          ...auditRefs.flatMap(({ id, weight }) => {
            const { score, displayValue = "" } = audits[id] ?? {};
            return weight > 0 && typeof score === "number" && score < 1 ? `${id} ${displayValue}`.trim() : [];
          }),
        ]);
      const requests = audits["network-requests"]?.details;
      return {
        failures,
        layoutShift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
        bytes: audits["total-byte-weight"]?.numericValue ?? Number.NaN,
        requests: requests?.items?.length ?? Number.NaN,
      };
    },
    stop: () => browser.close(),
  };
}
