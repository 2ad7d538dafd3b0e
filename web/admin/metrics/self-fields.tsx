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
        Submit the data points yourself, through Daymark's API. An API key from the settings lets your script
        in.
      </p>
      <ExternalLink href={docs.href}>Read the documentation of the API</ExternalLink>
    </div>
  );
}
