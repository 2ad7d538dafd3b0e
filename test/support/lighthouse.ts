import lighthouse, { defaultConfig, desktopConfig, type Flags } from "lighthouse";
import { launchChromium } from "./chromium.ts";
import { freePorts } from "./free-ports.ts";

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

/** Starts a browser for Lighthouse. */
export async function startLighthouse() {
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
        requests: requests?.type === "table" ? requests.items.length : Number.NaN,
      };
    },
    stop: () => browser.close(),
  };
}
