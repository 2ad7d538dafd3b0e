import type { Banner } from "../../../../worker/console/schema.ts";
import type { Preview } from "../../../../worker/notices/preview/schema.ts";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";

export function BannerChange({ banner: { before, after } }: Pick<Preview, "banner">) {
  const changes = before.text !== after.text;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <span className="sr-only">Status page: </span>
      {changes ? (
        <>
          <span className="inline-flex items-center gap-1.5">
            <BannerText {...before} />
            <span aria-hidden="true" className="text-muted">
              →
            </span>
          </span>
          <span className="sr-only"> becomes </span>
          <strong className="inline-flex font-medium">
            <BannerText {...after} />
          </strong>
        </>
      ) : (
        <>
          <span className="text-muted">Still</span> <BannerText {...after} />
        </>
      )}
    </p>
  );
}

function BannerText({ color, text }: Banner) {
  return (
    <span className="inline-flex items-center gap-1">
      <StatusShape color={color} />
      {text}
    </span>
  );
}
