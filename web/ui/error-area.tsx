import { useRefused } from "./form.tsx";

/** Where a request's refusal is shown, in the words of whoever refused; while a form's own fields are wrong, they say so instead. */
export function ErrorArea({ error }: { error: Error | null }) {
  const refused = useRefused();
  if (!error || refused) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg border border-danger-text/30 bg-danger-soft px-3 py-2 whitespace-pre-line text-danger-text [overflow-wrap:anywhere]"
    >
      {error.message}
    </p>
  );
}
