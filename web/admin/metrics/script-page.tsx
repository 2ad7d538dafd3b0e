import { useState } from "react";
import { useSearch } from "wouter";
import { Button } from "../../ui/button.tsx";
import { MessagePage } from "../message-page.tsx";
import { runtimeSettings } from "../runtime-settings.ts";
import { pythonScript } from "./script.ts";

/** A script that submits points to a metric, ready to be copied and run. */
export function ScriptPage({ metricID, lang }: { metricID: string; lang: string }) {
  const query = new URLSearchParams(useSearch());
  const [copied, setCopied] = useState<"yes" | "failed">();
  if (lang !== "python") return <MessagePage title={`Unsupported language: ${lang}`} />;

  const script = pythonScript({
    apiHost: query.get("hostname") || new URL(runtimeSettings().apiURL).host,
    apiKey: query.get("apiKey") || "YOUR_API_KEY",
    metricID,
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(script);
      setCopied("yes");
    } catch {
      setCopied("failed");
    }
  }

  return (
    <main className="mx-auto grid max-w-4xl gap-4 px-4 py-6 sm:px-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold tracking-tight">Submit data points with Python</h1>
        <span className="flex items-center gap-3">
          <span role="status" className="text-muted">
            {copied === "yes" && "Copied"}
            {copied === "failed" && "The browser does not allow it. Select the text instead."}
          </span>
          <Button look="primary" onClick={copy}>
            Copy
          </Button>
        </span>
      </header>
      <pre
        // It scrolls, and so has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-surface p-4 font-mono text-[13px]/5 shadow-card"
      >
        {script}
      </pre>
    </main>
  );
}
