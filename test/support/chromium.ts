import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { root } from "../../tools/paths.ts";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** It runs as root in containers, without a graphics card, and looks at pages of this machine only. */
const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-sync", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--font-render-hinting=none"],
  // In a container without a locale the language would be `en-US@posix`, which no browser of a person has.
  "--accept-lang=en-US",
];

/** Chromium without a window: the one that CHROMIUM names, one that is installed, or else the one from npm. */
export async function launchChromium(more: string[] = []): Promise<Browser> {
  const own = [process.env.CHROMIUM, ...installed].find((path) => path && existsSync(path));
  if (own) return chromium.launch({ executablePath: own, args: [...args, ...more] });
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(
      "Install Google Chrome, or set CHROMIUM to the path of a Chromium: npm has none for this system.",
    );
  const folder = await unpackChromium();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: [...args, ...more],
    env: {
      ...(process.env as Record<string, string>), // an environment has no undefined
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  });
}

/** @returns the folder with the browser of @sparticuz/chromium, the libraries and the fonts that come with it */
async function unpackChromium(): Promise<string> {
  const folder = join(root, "node_modules/.cache/chromium");
  if (existsSync(folder)) return folder;
  console.log("Unpacking Chromium (once) …");
  const packed = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "../bin");
  const unpacked = `${folder}.${process.pid}`;
  await mkdir(unpacked, { recursive: true });
  process.env.TMPDIR = unpacked; // where it unpacks to, and asks for at each call
  const { inflate } = await import("@sparticuz/chromium");
  const parts = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
  await Promise.all(parts.map((part) => inflate(join(packed, part))));
  delete process.env.TMPDIR;
  await writeFile(join(unpacked, "fonts.conf"), fontsIn(folder));
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true })); // another run was first
  return folder;
}

/** The fonts of this machine come first. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
