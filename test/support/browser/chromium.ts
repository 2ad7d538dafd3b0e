import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { root } from "../../../tools/paths.ts";

const installPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Chromium runs as root in containers, without a GPU, and opens only pages of this machine. */
const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--font-render-hinting=none"],
  // In a container without a locale the language would be `en-US@posix`, which no real browser sends.
  "--accept-lang=en-US",
];

/** Launches headless Chromium. */
export async function launchChromium(moreArgs: string[] = []): Promise<Browser> {
  const command = await chromiumCommand();
  return chromium.launch({ ...command, args: [...command.args, ...moreArgs] });
}

/** Returns how to start Chromium: the one in CHROMIUM, an installed one, or else the one from npm. */
export async function chromiumCommand() {
  const executablePath = [process.env.CHROMIUM, ...installPaths].find((path) => path && existsSync(path));
  if (executablePath) return { executablePath, args };
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      "Install Google Chrome, or set CHROMIUM to the path of a Chromium: npm has none for this system.",
    );
  const folder = await unpackChromium();
  return {
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...(process.env as Record<string, string>), // Values are never undefined.
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

/** @returns the folder with @sparticuz/chromium's browser, libraries and fonts */
async function unpackChromium(): Promise<string> {
  const folder = join(root, "node_modules/.cache/chromium");
  if (existsSync(folder)) return folder;
  console.log("Unpacking Chromium (once) …");
  const packedFolder = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../bin");
  const temporaryFolder = `${folder}.${process.pid}`;
  await mkdir(temporaryFolder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = temporaryFolder; // `inflate` unpacks there, and reads it at each call.
  const { inflate } = await import("@sparticuz/chromium");
  const parts = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
  await Promise.all(parts.map((part) => inflate(join(packedFolder, part))));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await writeFile(join(temporaryFolder, "fonts.conf"), fontsConf(folder));
  // Another process may have been faster.
  await rename(temporaryFolder, folder).catch(() => rm(temporaryFolder, { recursive: true }));
  return folder;
}

/** Prefers the fonts of this machine. */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
