import { MAX_LOGO_SIDE_PIXELS } from "../../../../worker/settings/domain.ts";
import type { NewLogo } from "../../../../worker/settings/schema.ts";
import type { LogoKind } from "../../../../worker/settings/theme/domain.ts";

const JPEG_QUALITY = 0.92;

const mimeTypes = ["image/jpeg", "image/png"];
export const acceptedTypes = mimeTypes.join(",");

/** Scales the image down to both sizes. Redrawing removes its metadata. A PNG stays a PNG, to keep its transparency. */
export async function logoImages(file: File, kind: LogoKind): Promise<NewLogo> {
  if (!mimeTypes.includes(file.type)) throw new Error("Unsupported image type");
  const image = await createImageBitmap(file).catch((cause) => {
    throw new Error("Can't read the image. The file may be damaged.", { cause });
  });
  const images =
    kind === "favicon"
      ? { data: square(image, 180), data1x: square(image, 64) }
      : { data: scaled(image, 280, file.type), data1x: scaled(image, 140, file.type) };
  image.close();
  return { ...images, kind };
}

/** Browsers and home screens show icons as squares, so another shape is centered in one. */
function square(image: ImageBitmap, side: number): string {
  const scale = side / Math.max(image.width, image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  canvasContext(canvas).drawImage(image, (side - width) / 2, (side - height) / 2, width, height);
  return canvas.toDataURL("image/png");
}

function scaled(image: ImageBitmap, height: number, type: string): string {
  const scale = Math.min(1, height / image.height, MAX_LOGO_SIDE_PIXELS / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvasContext(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type, JPEG_QUALITY);
}

function canvasContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't resize the image.");
  context.imageSmoothingQuality = "high";
  return context;
}
