import { HttpError, unsupportedType } from "../http/errors.ts";
import type { WriteDb } from "../storage/db.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import { writeSettings } from "./change-settings.ts";
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE_PIXELS } from "./domain.ts";
import { readImage } from "./read-image.ts";
import type { Logo, NewLogo } from "./schema.ts";
import { readSettings, type StoredSettings } from "./store.ts";
import { type LogoKind, logoFields, logoKinds } from "./theme/domain.ts";

/** A decoded image takes four bytes per pixel, however small its file is. */
const MAX_PIXELS = 4_000_000;

export async function addLogo(
  env: Env,
  db: WriteDb<"public">,
  { data, data1x = data, kind = "logo" }: NewLogo,
): Promise<Logo> {
  const images = [image("data", data, "@2x"), image("data1x", data1x, "")];
  const id = idForNewItem(db);
  try {
    await Promise.all(
      images.map(({ bytes, contentType, suffix }) =>
        env.FILES.put(`logos/${id}${suffix}`, bytes, { httpMetadata: { contentType } }),
      ),
    );
    const before = await setCurrentLogo(db, kind, id);
    if (before !== "") await deleteImages(env, before);
    return { id };
  } catch (error) {
    // D1 may have stored it and lost only the response. An unused image costs only its space.
    const isUsed = await readSettings(db).then(
      (stored) => kindOf(stored, id) !== undefined,
      () => true,
    );
    if (!isUsed) await deleteImages(env, id);
    throw error;
  }
}

/** @returns the ID of the previous logo, which nothing uses anymore */
async function setCurrentLogo(db: WriteDb<"public">, kind: LogoKind, id: string): Promise<string> {
  const before = await readSettings(db);
  const field = logoFields[kind];
  return (await writeSettings(db, before, { [field]: id })) ? before[field] : setCurrentLogo(db, kind, id);
}

function kindOf(stored: StoredSettings, id: string): LogoKind | undefined {
  return logoKinds.find((kind) => stored[logoFields[kind]] === id);
}

/** Checks a stored image like a new one. @throws HttpError 400, 413 or 415 */
export async function putLogoImage(env: Env, name: string, dataURL: string): Promise<void> {
  const { bytes, contentType } = image("data", dataURL, "");
  await env.FILES.put(`logos/${name}`, bytes, { httpMetadata: { contentType } });
}

export async function deleteLogo(env: Env, db: WriteDb<"public">, id: string): Promise<void> {
  const before = await readSettings(db);
  const kind = kindOf(before, id);
  if (!kind) return;
  if (!(await writeSettings(db, before, { [logoFields[kind]]: "" }))) return deleteLogo(env, db, id);
  await deleteImages(env, id);
}

function image(path: string, dataURL: string, suffix: "" | "@2x") {
  const bytes = decode(path, dataURL);
  const image = readImage(bytes);
  if (!image) throw unsupportedType("Unsupported image type");
  const { type: contentType, width, height } = image;
  if (Math.max(width, height) > MAX_LOGO_SIDE_PIXELS || width * height > MAX_PIXELS)
    throw invalidLogo(
      400,
      path,
      "The logo is too large: the limit is 4,096 pixels per side and 4 megapixels.",
    );
  return { bytes, contentType, suffix };
}

function decode(path: string, dataURL: string): Uint8Array<ArrayBuffer> {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataURL)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) {
    throw invalidLogo(400, path, "The logo must be an image as a data URL: data:image/png;base64,…");
  }
  const bytes = Uint8Array.fromBase64(encoded);
  if (bytes.length > MAX_LOGO_BYTES)
    throw invalidLogo(413, path, "The logo is too large: the limit is 2 MiB.");
  return bytes;
}

/** Nothing links to the image anymore, so a failure here costs only its space. */
async function deleteImages(env: Env, id: string): Promise<void> {
  await env.FILES.delete([`logos/${id}`, `logos/${id}@2x`]).catch(() => undefined);
}

function invalidLogo(status: 400 | 413, path: string, message: string): HttpError {
  return new HttpError(status, message, { errors: [{ path, message }] });
}
