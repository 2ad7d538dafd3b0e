import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NoticeStatus } from "../../../../worker/notices/domain.ts";
import type { Preview, PreviewRequest } from "../../../../worker/preview/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { PreviewIcon } from "../../../ui/icons.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { APIError } from "../../api.ts";
import { type NotifyFieldProps, NotifyNote } from "../../mail/notify-field.tsx";
import { BannerChange } from "./banner-change.tsx";
import { previewOf } from "./calls.ts";

const PreviewPanel = lazyPart(
  "notice-preview",
  async () => (await import("./preview-panel.tsx")).PreviewPanel,
);

interface BeforeSendingProps {
  request: PreviewRequest;
  name: string;
  status: NoticeStatus;
  notifyField: NotifyFieldProps | undefined;
}

/** Shows beside the Save button what a save would change and who would be notified. It never blocks the save. */
export function BeforeSending({ request, name, status, notifyField }: BeforeSendingProps) {
  const { data, error, isPlaceholderData } = useQuery(previewOf(request));
  /** The panel keeps the preview that it was opened with: an email that is loaded again would jump. */
  const [opened, setOpened] = useState<Preview>();
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 @max-xl:text-xs">
      <div className="grid min-w-0 gap-0.5">
        <div className={`transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}>
          {data && !error && <BannerChange banner={data.banner} />}
          {error && <p className="text-muted [overflow-wrap:anywhere]">{problemText(error)}</p>}
        </div>
        {notifyField && <NotifyNote {...notifyField} />}
      </div>
      <Button className="shrink-0" disabled={!data || error !== null} onClick={() => setOpened(data)}>
        <PreviewIcon />
        <span className="sr-only @md:not-sr-only">Preview</span>
      </Button>
      {opened && (
        <PreviewPanel
          preview={opened}
          audience={notifyField?.audience}
          {...{ name, status }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

function problemText(error: Error): string {
  const isRefused = error instanceof APIError && error.status < 500;
  return isRefused ? `No preview: ${error.message}` : "The preview isn't available right now.";
}
