import { useQuery } from "@tanstack/react-query";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { themeColors } from "../../../shared/theme/theme-colors.ts";
import type { Mode } from "../../../shared/theme/themes.ts";
import { draftedLook } from "./drafted-look.ts";
import { logoProblem } from "./logo-contrast.ts";
import type { ThemeDraft } from "./theme-draft.ts";

/** Enough to see what colors a logo has. */
const SIDE_PIXELS = 48;

interface LogoWarningProps {
  settings: Settings;
  draft: ThemeDraft;
}

/** Says if a logo can hardly be seen on the header that it will be on. */
export function LogoWarning({ settings, draft }: LogoWarningProps) {
  const { statusPageURL, logoID, darkLogoID } = settings;
  const look = draftedLook(settings, draft);
  const light = useLogoPixels(statusPageURL, logoID);
  const dark = useLogoPixels(statusPageURL, darkLogoID || logoID);
  const problemIn = (mode: Mode, pixels: Uint8ClampedArray | undefined) =>
    pixels && logoProblem(pixels, themeColors(look, mode).band.background);
  const [inLight, inDark] = [problemIn("light", light), problemIn("dark", dark)];
  if (!inLight && !inDark) return null;
  return (
    <p role="status" className="font-medium text-danger-text">
      {inLight ? `${inLight}.` : `${inDark} in the dark theme.`} Choose another header color, or upload
      another logo.
    </p>
  );
}

/** Undefined until the image is loaded, and where it can't be read. */
function useLogoPixels(statusPageURL: string, logoID: string): Uint8ClampedArray | undefined {
  const { data } = useQuery({
    queryKey: ["logo-pixels", logoID],
    queryFn: () => readPixels(`${statusPageURL}/logos/${logoID}`),
    enabled: logoID !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

async function readPixels(url: string): Promise<Uint8ClampedArray> {
  const response = await fetch(url);
  if (!response.ok) throw new Error("The logo can't be read.");
  const image = await createImageBitmap(await response.blob());
  const canvas = document.createElement("canvas");
  canvas.width = SIDE_PIXELS;
  canvas.height = SIDE_PIXELS;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't read images.");
  context.drawImage(image, 0, 0, SIDE_PIXELS, SIDE_PIXELS);
  image.close();
  return context.getImageData(0, 0, SIDE_PIXELS, SIDE_PIXELS).data;
}
