import type { Db } from "../db.ts";
import { Refusal } from "../errors.ts";
import { newID } from "../ids.ts";
import { imageType } from "./image-type.ts";
import type { Logo, NewLogo } from "./schema.ts";
import { readSettings, writeSettings } from "./store.ts";

/** 2 MiB an image. */
const LARGEST = 2 * 1024 * 1024;

/**
 * Keeps a logo at both its sizes and makes it the one in use; the one before goes.
 * @throws Refusal 400 for what is no data URL, 413, 415
 */
export async function addLogo(env: Env, db: Db, { data, data1x = data }: NewLogo): Promise<Logo> {
  const [twice, once] = [decode("data", data), decode("data1x", data1x)];
  const id = newID();
  await Promise.all([put(env, `${id}@2x`, twice), put(env, id, once)]);
  const { logoID: before } = await readSettings(db);
  try {
    await writeSettings(db, { logoID: id });
  } catch (error) {
    await forget(env, id);
    throw error;
  }
  if (before !== "") await forget(env, before);
  return { id };
}

/** Deleting what is not there changes nothing. */
export async function deleteLogo(env: Env, db: Db, id: string): Promise<void> {
  const { logoID } = await readSettings(db);
  if (logoID !== id) return;
  await writeSettings(db, { logoID: "" });
  await forget(env, id);
}

/** @param name a logo's id, with `@2x` for twice its size on the page */
export function readLogo(env: Env, name: string): Promise<R2ObjectBody | null> {
  return env.FILES.get(`logos/${name}`);
}

function decode(path: string, dataURL: string): Uint8Array<ArrayBuffer> {
  const encoded = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataURL)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) {
    throw refused(400, path, "The logo must be an image as a data URL: data:image/png;base64,…");
  }
  const bytes = Uint8Array.fromBase64(encoded);
  if (bytes.length > LARGEST) throw refused(413, path, "The logo is too large: 2 MiB is the most.");
  return bytes;
}

async function put(env: Env, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const contentType = imageType(bytes);
  if (!contentType) throw new Refusal(415, "Unsupported image type");
  await env.FILES.put(`logos/${name}`, bytes, { httpMetadata: { contentType } });
}

/** Nothing links to it any more, so that a failure here costs nobody anything but its space. */
async function forget(env: Env, id: string): Promise<void> {
  await env.FILES.delete([`logos/${id}`, `logos/${id}@2x`]).catch(() => undefined);
}

function refused(status: 400 | 413, path: string, message: string): Refusal {
  return new Refusal(status, message, { errors: [{ path, message }] });
}
