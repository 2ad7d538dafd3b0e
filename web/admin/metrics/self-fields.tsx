import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "../../ui/external-link.tsx";
import { publicSettings } from "../public-settings.ts";
import { runtimeSettings } from "../runtime-settings.ts";

export function SelfFields() {
  const { data } = useQuery(publicSettings);
  const docs = new URL("/api/docs", data?.statusPageURL || runtimeSettings().apiURL);
  return (
    <div className="grid justify-items-start gap-1.5 rounded-lg border border-line p-3">
      <p className="text-muted text-pretty">
        Submit data points through Daymark's API, with an API key from Settings.
      </p>
      <ExternalLink href={docs.href}>Read the API documentation</ExternalLink>
    </div>
  );
}
