import { useSearch } from "wouter";
import { CopyButton } from "../../ui/copy-button.tsx";
import { MessagePage } from "../message-page.tsx";
import { usePageTitle } from "../page-title.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { pythonScript } from "./script.ts";

export function ScriptPage({ metricID, lang }: { metricID: string; lang: string }) {
  usePageTitle();
  const query = new URLSearchParams(useSearch());
  if (lang !== "python") return <MessagePage title={`Unsupported language: ${lang}`} />;

  // The `hostname` parameter is ignored: a crafted link could have the key sent to another host.
  const { host: apiHost } = new URL(runtimeSettings().apiURL);
  const apiKey = keyInFragment() || query.get("apiKey") || "YOUR_API_KEY";
  const script = pythonScript({ apiHost, apiKey, metricID });

  return (
    <main className="mx-auto grid max-w-4xl gap-4 px-4 py-6 sm:px-6">
      <header className="flex items-center justify-between gap-4">
        <h1 className="min-w-0 text-lg font-semibold tracking-tight">Submit data points with Python</h1>
        <CopyButton variant="primary" text={script} />
      </header>
      <pre
        // It scrolls, so it has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-surface p-4 font-mono text-[13px]/5 shadow-card"
      >
        {script}
      </pre>
    </main>
  );
}

/** Browsers do not send the fragment, so the key gets into no log. */
function keyInFragment(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("apiKey");
}
