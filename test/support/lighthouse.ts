import lighthouse, { desktopConfig } from "lighthouse";
import { launchChromium } from "./chromium.ts";
import { freePorts } from "./free-ports.ts";

/** Of what it finds, all but speed is the same at each run; speed is not, while others use the processor, too. */
const RUNS = 5;

/** What Lighthouse has to say against a page, after each category's points out of 100 where they are fewer. */
export async function startLighthouse() {
  const [port = 0] = await freePorts(1);
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);

  async function run(url: string, device: "mobile" | "desktop"): Promise<string[]> {
    const found = await lighthouse(
      url,
      { port, logLevel: "error", disableFullPageScreenshot: true },
      device === "desktop" ? desktopConfig : undefined,
    );
    if (!found || found.lhr.runtimeError)
      throw new Error(`Lighthouse fails: ${found?.lhr.runtimeError?.message}`);
    const { categories, audits } = found.lhr;
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
    /** Empty where every category has 100, in one run of a few. */
    async complaints(url: string, device: "mobile" | "desktop"): Promise<string[]> {
      for (let at = 1; ; at++) {
        const found = await run(url, device);
        if (found.length === 0 || at === RUNS) return found;
      }
    },
    stop: () => browser.close(),
  };
}
