export function ProposalGone() {
  return (
    <p
      role="status"
      className="rounded-lg border border-accent-text/30 bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]"
    >
      This proposal was already published or discarded. What you typed is still here, and Add makes another
      incident of it. Look at the open incidents first.
    </p>
  );
}
