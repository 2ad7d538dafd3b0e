import { lazy, Suspense } from "react";
import { PlainMessage } from "./plain-message.tsx";

// The parser of Markdown is half as large as the rest of the screen. Without it, the message is shown as it was typed.
const RenderedMessage = lazy(() => import("./rendered-message.tsx").catch(() => ({ default: PlainMessage })));

export function VisibleMessage({ text }: { text: string }) {
  if (text === "") return <p className="text-muted italic">No message</p>;
  return (
    <Suspense fallback={<PlainMessage text={text} />}>
      <RenderedMessage text={text} />
    </Suspense>
  );
}
