import type { generate } from "lean-qr/nano";
import { lazy } from "react";

/** What draws it is loaded alone, without a part of React: that would have to be a file of its own then. */
export const QRCode = lazy(async () => {
  const { generate } = await import("lean-qr/nano");
  return { default: ({ text }: { text: string }) => <Picture code={generate(text)} /> };
});

/** The quiet zone that readers look for, in modules. */
const MARGIN = 4;

/** Black on white in the dark too: not every reader takes the opposite. */
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
