import type { generate } from "lean-qr/nano";
import { lazyPart } from "../../../ui/lazy-part.tsx";

export const QRCode = lazyPart("qr-code", async () => {
  const { generate } = await import("lean-qr/nano");
  return ({ text }: { text: string }) => <Picture code={generate(text)} />;
});

/** The quiet zone that QR readers need, in modules. */
const MARGIN = 4;

/** The code is black on white in the dark theme too, because some QR readers fail on inverted codes. */
function Picture({ code }: { code: ReturnType<typeof generate> }) {
  const all = Array.from({ length: code.size }, (_, index) => index);
  const path = all.flatMap((y) => all.map((x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const side = code.size + 2 * MARGIN;

  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
