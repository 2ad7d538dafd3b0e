/** Where a request's refusal is shown, in the words of whoever refused. */
export function ErrorArea({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg border border-danger-text/30 bg-danger-soft px-3 py-2 whitespace-pre-line text-danger-text [overflow-wrap:anywhere]"
    >
      {error.message}
    </p>
  );
}
