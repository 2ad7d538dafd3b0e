import { useState } from "react";
import type { NoticeStatus } from "../../../../worker/notices/domain.ts";
import type { PreviewRequest } from "../../../../worker/notices/preview/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { PreviewIcon } from "../../../ui/icons/later-icons.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { type NotifyFieldProps, NotifyNote } from "../../mail/notify-field.tsx";
import { BannerChange } from "./banner-change.tsx";
import { usePreview } from "./calls.ts";
import { previewProblem } from "./problem.ts";

const PreviewPanel = lazyPart(
  "notice-preview",
  async () => (await import("./preview-panel.tsx")).PreviewPanel,
);

interface BeforeSendingProps {
  /** It is undefined while there is nothing to preview. */
  request: PreviewRequest | undefined;
  name: string;
  status: NoticeStatus;
  notifyField: NotifyFieldProps | undefined;
}

/** Shows beside the Save button what a save would change and who would be notified. It never blocks the save. */
export function BeforeSending({ request, name, status, notifyField }: BeforeSendingProps) {
  const { preview, banner, error, isFetching } = usePreview(request);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 @max-xl:text-xs">
      <div className="grid min-w-0 gap-0.5">
        {banner && !error && <BannerChange banner={banner} />}
        {!banner && isFetching && !error && <p className="text-muted">Checking what visitors will see…</p>}
        {error && <p className="text-muted [overflow-wrap:anywhere]">{previewProblem(error)}</p>}
        {notifyField && <NotifyNote {...notifyField} />}
        {!banner && !isFetching && !error && !notifyField && (
          <p className="text-muted">Look at it before visitors do.</p>
        )}
      </div>
      <Button
        className="shrink-0"
        disabled={error !== null || (!preview && !isFetching)}
        onClick={() => setOpen(true)}
      >
        <PreviewIcon />
        <span className="sr-only @md:not-sr-only">Preview</span>
      </Button>
      {isOpen && (
        <PreviewPanel
          preview={preview}
          error={error}
          name={name}
          status={status}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
