import { ExternalLink } from "../../ui/external-link.tsx";
import { usePageURL } from "../page-url.ts";
import type { FieldsProps } from "./metric-dialog.tsx";

export function SelfFields({ isNew }: Pick<FieldsProps, "isNew">) {
  const docs = usePageURL("/api/docs?calls=all#/Send%20metric%20data");
  return (
    <div className="grid justify-items-start gap-1.5 rounded-lg border border-line p-3">
      <p className="text-muted text-pretty">
        Submit data points through Daymark's API, with an API key from Settings.
        {isNew && " You get a key and a command after Add."}
      </p>
      <ExternalLink href={docs}>Read the API documentation</ExternalLink>
    </div>
  );
}
