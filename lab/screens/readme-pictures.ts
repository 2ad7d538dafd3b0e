import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import sharp from "sharp";
import { answer, client } from "../../tools/demo/client.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { signIn } from "../../tools/start/user-pool.ts";

type StorageState = BrowserContextOptions["storageState"];

interface Subject {
  stack: Stack;
  browser: Browser;
  storageState: StorageState;
  folder: string;
}

const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 760 };
const BACKGROUND = "#dfe3ea";

/** Takes the two pictures of the README during an outage, which ends as it was. */
export async function takeReadmePictures(subject: Subject): Promise<void> {
  const { stack } = subject;
  const token = await signIn(stack.pool);
  const api = client(stack.statusPage, async () => token);
  const componentsNow = await answer(client(stack.statusPage).components.$get({ query: {} }));
  const components = componentsNow
    .filter(({ name }) => ["Dashboard", "Sign-in"].includes(name))
    .map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const message = "The database in eu-west does not accept connections. We are switching to its replica.";
  const json = { name: "Dashboard and sign-in are down", status: "Identified", message, components } as const;
  const { incidentID } = await answer(api.incidents.$post({ json }));
  await takePagePicture(subject);
  await takeMovingPicture(subject);
  const restored = components.map((component) => ({ ...component, status: "Operational" as const }));
  const param = { incidentID };
  await answer(
    api.incidents[":incidentID"].$patch({ param, json: { status: "Resolved", components: restored } }),
  );
  await api.incidents[":incidentID"].$delete({ param });
}

/** A desktop in light, and before it a phone in dark. */
async function takePagePicture({ stack, browser, folder }: Subject): Promise<void> {
  const shot = async (viewport: typeof desktop, colorScheme: "light" | "dark") => {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: "reduce",
      timezoneId: "UTC",
    });
    const page = await context.newPage();
    await page.goto(stack.statusPage);
    await page.waitForLoadState("networkidle");
    const picture = await page.screenshot();
    await context.close();
    return roundCorners(picture, viewport);
  };
  const [wide, narrow] = [await shot(desktop, "light"), await shot(phone, "dark")];
  await sharp({ create: { width: 1720, height: 980, channels: 3, background: BACKGROUND } })
    .composite([
      { input: wide, left: 40, top: 60 },
      { input: narrow, left: 1720 - phone.width - 40, top: 980 - phone.height - 40 },
    ])
    .png({ palette: true })
    .toFile(join(folder, "page.png"));
}

async function roundCorners(picture: Buffer, { width, height }: typeof desktop): Promise<Buffer> {
  const mask = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="16"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

const FRAME_MS = 1400;

/** Resolves the incident on a phone, and takes it back. */
async function takeMovingPicture({ stack, browser, storageState, folder }: Subject): Promise<void> {
  const context = await browser.newContext({
    viewport: phone,
    ...(storageState && { storageState }),
    reducedMotion: "reduce",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  const frames: Buffer[] = [];
  const take = async () => {
    await page.waitForTimeout(400); // The screen settles.
    frames.push(await page.screenshot());
  };
  await page.goto(stack.adminPage);
  await page.getByRole("link", { name: /^Resolve: Dashboard/ }).waitFor();
  await take();
  await page.getByRole("link", { name: /^Resolve: Dashboard/ }).click();
  const composer = page.getByRole("region", { name: "Post an update" });
  await composer.getByRole("radio", { name: "Resolved" }).check();
  await take();
  const message = composer.getByLabel("Message", { exact: true });
  await message.fill("The replica took over. Everything works again.");
  await message.scrollIntoViewIfNeeded();
  await take();
  await composer.getByRole("button", { name: "Resolve" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await take();
  frames.push(await takePage(browser, stack));
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText("Undone. Nothing was sent.").waitFor();
  await take();
  await context.close();
  await sharp(frames, { join: { animated: true } })
    .webp({ delay: frames.map(() => FRAME_MS), loop: 0, quality: 60 })
    .toFile(join(folder, "resolve-and-undo.webp"));
}

async function takePage(browser: Browser, stack: Stack): Promise<Buffer> {
  const context = await browser.newContext({ viewport: phone, reducedMotion: "reduce", timezoneId: "UTC" });
  const page = await context.newPage();
  await page.goto(stack.statusPage);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}
