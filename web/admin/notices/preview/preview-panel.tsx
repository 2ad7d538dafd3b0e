import { type ReactNode, useState } from "react";
import { componentColor } from "../../../../worker/components/domain.ts";
import type { NoticeStatus } from "../../../../worker/notices/domain.ts";
import type { Preview } from "../../../../worker/notices/preview/schema.ts";
import type { Recipients } from "../../../../worker/notify/mail/schema.ts";
import { DialogFrame } from "../../../ui/dialogs/dialog-frame.tsx";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { channelLines, recipientsText } from "../../mail/people-text.ts";
import { RenderedMarkdown } from "../../rendered-markdown.tsx";
import { PhaseShape } from "../phase-shape.tsx";
import { BannerChange } from "./banner-change.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { previewProblem } from "./problem.ts";

interface PreviewPanelProps {
  /** Undefined while the API computes it. */
  preview: Preview | undefined;
  error: Error | null;
  name: string;
  status: NoticeStatus;
  onClose: () => void;
}

/** Shows what visitors and subscribers will see, made by the code that shows it to them. */
export function PreviewPanel({ preview, error, name, status, onClose }: PreviewPanelProps) {
  // The first one stays: an email that is loaded again would jump.
  const [shown, setShown] = useState(preview);
  if (!shown && preview) setShown(preview);
  return (
    <DialogFrame title="Preview" onClose={onClose}>
      <div className="grid min-h-40 gap-5 overflow-y-auto px-5 pt-1 pb-5">
        {shown ? (
          <Parts preview={shown} name={name} status={status} />
        ) : (
          <p aria-busy={!error} className="text-muted">
            {error ? previewProblem(error) : "Preparing the preview…"}
          </p>
        )}
      </div>
    </DialogFrame>
  );
}

function Parts({ preview, name, status }: { preview: Preview; name: string; status: NoticeStatus }) {
  const { banner, affects, html, email, recipients } = preview;
  return (
    <>
      <Part title="Status page">
        <BannerChange banner={banner} />
        <article className="grid gap-2 rounded-xl border border-line bg-surface p-4">
          {name && (
            <h4 className="text-base/6 font-semibold [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h4>
          )}
          <p className="flex items-center gap-1.5 font-medium">
            <PhaseShape status={status} />
            {status}
          </p>
          <Affected components={affects} />
          {html === "" ? <p className="text-muted italic">No message</p> : <RenderedMarkdown html={html} />}
        </article>
      </Part>
      <Part title="Email">
        {email && recipients.mailIsOn ? (
          <>
            <p className="text-muted">
              {recipientsText("this, each in their own language and time zone", emailOnly(recipients))}
            </p>
            <p className="[overflow-wrap:anywhere]">
              <span className="text-muted">Subject:</span> <bdi className="font-medium">{email.subject}</bdi>
            </p>
            <EmailFrame html={email.html} />
            <details>
              <summary className="justify-self-start rounded text-muted">As plain text</summary>
              <pre
                dir="auto"
                className="mt-2 rounded-lg border border-line bg-surface p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
              >
                {email.text}
              </pre>
            </details>
          </>
        ) : (
          <p className="text-muted">No email is sent.</p>
        )}
      </Part>
      {recipients.endpointsAreOn && (
        <Part title="Webhooks and chat">
          {(email ? channelMessages(recipients) : ["No message is sent."]).map((line) => (
            <p key={line} className="text-muted">
              {line}
            </p>
          ))}
        </Part>
      )}
    </>
  );
}

function Affected({ components }: { components: Preview["affects"] }) {
  if (components.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      Affects
      {components.map(({ componentID, name, status }) => (
        <span key={componentID} className="flex items-start gap-1.5">
          <StatusShape color={componentColor(status)} />
          <span>
            <bdi className="text-ink">{name}</bdi> {status}
          </span>
        </span>
      ))}
    </p>
  );
}

function channelMessages(audience: Recipients): string[] {
  const lines = channelLines(audience);
  return lines.length > 0 ? lines : ["No webhook, chat channel or browser has subscribed to this."];
}

function emailOnly(audience: Recipients): Recipients {
  return { ...audience, endpointsAreOn: false };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}
