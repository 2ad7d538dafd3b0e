import { spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import puppeteer, { type KeyInput } from "puppeteer-core";
import { Builder, By, Key, until, type WebElement } from "selenium-webdriver";
import { freePorts } from "../starters/free-ports.ts";

/** This is long, because a slow step on a busy machine must not fail. */
const TIMEOUT_MS = 240_000;

/** Elements are found by XPath, which both drivers have. They wait until the element is visible. */
export interface Engine {
  open(url: string): Promise<void>;
  run<Result, Args extends unknown[]>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  click(xpath: string): Promise<void>;
  hover(xpath: string): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: "Enter" | "Escape" | "ArrowLeft"): Promise<void>;
  /** Returns errors of scripts, and what the pages' Content-Security-Policy refused. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

interface Installation {
  name: string;
  /** The paths of its programs, or undefined if one is not installed. */
  programs: string[] | undefined;
  /** How to install it in Debian. */
  packages: string;
  launch(programs: string[], options: { dark: boolean }): Promise<Engine>;
}

const find = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).at(0);
const all = (...paths: (string | undefined)[]) => {
  const found = paths.filter((path) => path !== undefined && existsSync(path)) as string[]; // filtered
  return found.length === paths.length ? found : undefined;
};

/** The engines other than Chromium's: Firefox, and WebKitGTK, which has much in common with Safari. */
export const engines: Installation[] = [
  {
    name: "Firefox",
    programs: all(
      find("/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    ),
    packages: "firefox-esr",
    launch: launchFirefox,
  },
  {
    name: "WebKit",
    programs: all(
      find("/usr/bin/xvfb-run"),
      find("/usr/bin/WebKitWebDriver"),
      find("/usr/lib/*/webkit2gtk-4.1/MiniBrowser"),
    ),
    packages: "webkit2gtk-driver xvfb",
    launch: launchWebKit,
  },
];

declare global {
  interface Window {
    recordedErrors?: string[];
  }
}

/** Runs in each page. */
function recordErrors(): void {
  if (window.recordedErrors) return;
  const errors: string[] = [];
  window.recordedErrors = errors;
  addEventListener("error", ({ message }) => errors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => errors.push(`${reason}`));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    errors.push(`Content-Security-Policy: ${effectiveDirective} ${blockedURI}`),
  );
  console.error = (...texts: unknown[]) => errors.push(texts.join(" "));
}
const takeErrors = () => window.recordedErrors?.splice(0) ?? [];

/** Puppeteer speaks WebDriver BiDi with Firefox, which needs no driver of its own then. */
async function launchFirefox([executablePath = ""]: string[], { dark }: { dark: boolean }): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    timeout: TIMEOUT_MS,
    extraPrefsFirefox: {
      "ui.prefersReducedMotion": 1,
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
      "intl.accept_languages": "en-US",
    },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.setViewport({ width: 1280, height: 900 });
  await page.evaluateOnNewDocument(recordErrors);
  const errors: string[] = [];
  const keepErrors = async () => void errors.push(...(await page.evaluate(takeErrors)));
  const locate = (xpath: string) => page.locator(`xpath/${xpath}`).setTimeout(TIMEOUT_MS);
  return {
    async open(url) {
      await keepErrors();
      await page.goto(url);
    },
    // Puppeteer's types replace handles, which no test has.
    run: (script, ...args) => page.evaluate(script as (...args: unknown[]) => never, ...args),
    click: (xpath) => locate(xpath).click(),
    hover: (xpath) => locate(xpath).hover(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key satisfies KeyInput),
    async errors() {
      await keepErrors();
      return errors;
    },
    close: () => browser.close(),
  };
}

/** WebKitGTK's driver speaks classic WebDriver, and its browser needs a display. */
async function launchWebKit(
  [xvfbRun = "", driverPath = "", binary = ""]: string[],
  { dark }: { dark: boolean },
): Promise<Engine> {
  const [port = 0] = await freePorts(1);
  // Without a locale, the browser's language is "C", which Intl refuses.
  const env = { ...process.env, LC_ALL: "C.UTF-8", ...(dark && { GTK_THEME: "Adwaita:dark" }) };
  const server = spawn(
    xvfbRun,
    ["--auto-servernum", "--server-args=-screen 0 1280x900x24", driverPath, `--port=${port}`],
    { env, detached: true, stdio: "ignore" },
  );
  // The display and the driver are children of a shell script, which doesn't end them.
  const stop = () => server.pid && process.kill(-server.pid);
  process.once("exit", stop);
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary, args: ["--automation"] },
    })
    .build();
  await driver.manage().window().maximize();
  const errors: string[] = [];
  const keepErrors = async () => void errors.push(...(await driver.executeScript<string[]>(takeErrors)));
  async function locate(xpath: string): Promise<WebElement> {
    const element = await driver.wait(until.elementLocated(By.xpath(xpath)), TIMEOUT_MS);
    await driver.wait(until.elementIsVisible(element), TIMEOUT_MS);
    await driver.executeScript((found: Element) => found.scrollIntoView({ block: "center" }), element);
    return element;
  }
  const act = () => driver.actions();
  return {
    async open(url) {
      await keepErrors();
      await driver.get(url);
      await driver.executeScript(recordErrors);
    },
    run: (script, ...args) => driver.executeScript(script, ...args),
    click: async (xpath) => (await locate(xpath)).click(),
    hover: async (xpath) =>
      act()
        .move({ origin: await locate(xpath) })
        .perform(),
    type: (text) => act().sendKeys(text).perform(),
    press: (key) =>
      act().sendKeys({ Enter: Key.ENTER, Escape: Key.ESCAPE, ArrowLeft: Key.ARROW_LEFT }[key]).perform(),
    async errors() {
      await keepErrors();
      return errors;
    },
    async close() {
      await driver.quit();
      process.off("exit", stop);
      stop();
    },
  };
}
