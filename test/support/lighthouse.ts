import lighthouse, { desktopConfig } from "lighthouse";
import { launchChromium } from "./chromium.ts";
import { freePorts } from "./free-ports.ts";

/** A page gets several runs, because its speed score drops while other processes use the CPU. */
const RUNS = 5;

/** Starts a browser for Lighthouse. */
export async function startLighthouse() {
  const [port = 0] = await freePorts(1);
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);

  async function run(url: string, device: "mobile" | "desktop"): Promise<string[]> {
    const result = await lighthouse(
      url,
      { port, logLevel: "error", disableFullPageScreenshot: true },
      device === "desktop" ? desktopConfig : undefined,
    );
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse fails: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits } = result.lhr;
    return Object.values(categories)
      .filter(({ score }) => score !== 1)
      .flatMap(({ title, score, auditRefs }) => [
        `${title} ${Math.round((score ?? 0) * 100)}`,
        ...auditRefs.flatMap(({ id, weight }) => {
          const { score, displayValue = "" } = audits[id] ?? {};
          return weight > 0 && typeof score === "number" && score < 1 ? `${id} ${displayValue}`.trim() : [];
        }),
      ]);
  }

  return {
    /** Lists the categories below 100 points and their failed audits. Empty if one run has 100 in every category. */
    async failedAudits(url: string, device: "mobile" | "desktop"): Promise<string[]> {
      for (let n = 1; ; n++) {
        const failures = await run(url, device);
        if (failures.length === 0 || n === RUNS) return failures;
      }
    },
    stop: () => browser.close(),
  };
}
