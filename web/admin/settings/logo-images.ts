import { MAX_LOGO_SIDE_PIXELS } from "../../../worker/settings/domain.ts";
import type { NewLogo } from "../../../worker/settings/schema.ts";

const HEIGHT_2X_PX = 280;
const HEIGHT_1X_PX = 140;
const JPEG_QUALITY = 0.92;

const mimeTypes = ["image/jpeg", "image/png"];
export const acceptedTypes = mimeTypes.join(",");

/** Scales the image down to both heights. Redrawing removes its metadata. A PNG stays a PNG, to keep its transparency. */
export async function logoImages(file: File): Promise<NewLogo> {
  if (!mimeTypes.includes(file.type)) throw new Error("Unsupported image type");
  const image = await createImageBitmap(file).catch((cause) => {
    throw new Error("Can't read the image. The file may be damaged.", { cause });
  });
  const data = scaled(image, HEIGHT_2X_PX, file.type);
  const data1x = scaled(image, HEIGHT_1X_PX, file.type);
  image.close();
  return { data, data1x };
}

function scaled(image: ImageBitmap, height: number, type: string): string {
  const scale = Math.min(1, height / image.height, MAX_LOGO_SIDE_PIXELS / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't resize the image.");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type, JPEG_QUALITY);
}
