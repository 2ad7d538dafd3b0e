import { Hono } from "hono";
import { publicResponse } from "../../../cache/public-response.ts";
import type { AppEnv } from "../../../env.ts";
import type { Rendered } from "../../../http/rendered.ts";
import { readImage } from "../../../settings/read-image.ts";
import { readLogo } from "../../../settings/read-logo.ts";
import { readSettings, type StoredSettings } from "../../../settings/store.ts";
import { KiB } from "../../../shared/domain.ts";
import defaultTouchIcon from "./apple-touch-icon.txt";
import defaultFavicon from "./favicon.txt";
import { encodeICO } from "./ico.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface IconLimits {
  /** Which of the logo's two images is used. */
  suffix: "" | "@2x";
  minSidePixels: number;
  maxSidePixels: number;
}

/** Memory caches the icon, so a larger image is not used. */
const MAX_ICON_BYTES = 256 * KiB;
/** A wide logo can't be read in a square. */
const MAX_ASPECT_RATIO = 1.1;

export const iconRoutes = new Hono<AppEnv>()
  .get(
    "/favicon.ico",
    publicResponse({ clock: "day" }, async (c) => {
      const limits = { suffix: "", minSidePixels: 32, maxSidePixels: 256 } as const;
      const logo = await readIcon(c.env, await readSettings(c.var.db), limits);
      return icon(encodeICO(logo ?? defaultImage(defaultFavicon)), "image/x-icon");
    }),
  )
  .get(
    "/apple-touch-icon.png",
    publicResponse({ clock: "day" }, async (c) => {
      const own = await readOwnTouchIcon(c.env, await readSettings(c.var.db));
      return icon((own ?? defaultImage(defaultTouchIcon)).bytes, "image/png");
    }),
  );

/** @returns what `/apple-touch-icon.png` is, or undefined if the administrator's images don't fit */
export function readOwnTouchIcon(env: Env, settings: StoredSettings) {
  return readIcon(env, settings, { suffix: "@2x", minSidePixels: 120, maxSidePixels: 1024 });
}

function icon(body: Bytes, type: string): Rendered {
  return { body, headers: { "Content-Type": type } };
}

async function readIcon(env: Env, { faviconID, logoID }: StoredSettings, limits: IconLimits) {
  return (await readFittingLogo(env, faviconID, limits)) ?? readFittingLogo(env, logoID, limits);
}

async function readFittingLogo(env: Env, id: string, { suffix, minSidePixels, maxSidePixels }: IconLimits) {
  const stored = id === "" ? null : await readLogo(env, id + suffix);
  if (!stored || stored.size > MAX_ICON_BYTES) {
    await stored?.body.cancel();
    return undefined;
  }
  const logo = measureImage(new Uint8Array(await stored.arrayBuffer()));
  const sides = [logo?.width ?? 0, logo?.height ?? 0];
  const [shorter, longer] = [Math.min(...sides), Math.max(...sides)];
  const fits = shorter >= minSidePixels && longer <= maxSidePixels && longer <= shorter * MAX_ASPECT_RATIO;
  return fits ? logo : undefined;
}

/** Both kinds of icons are PNGs. */
function measureImage(bytes: Bytes) {
  const image = readImage(bytes);
  return image?.type === "image/png" ? { ...image, bytes } : undefined;
}

function defaultImage(base64: string) {
  const image = measureImage(Uint8Array.fromBase64(base64.trim()));
  if (!image) throw new TypeError("A default icon is no PNG.");
  return image;
}
