import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { SignOutIcon } from "../../ui/icons.tsx";
import { sessionQuery, signOut } from "../sign-in/session.ts";

/** The browser's own popover: it closes on Escape, on a click elsewhere, and gives the focus back. */
export function UserMenu() {
  const { data: administrator } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const id = useId();
  const email = administrator?.email ?? "";

  function leave() {
    signOut();
    queryClient.setQueryData(sessionQuery.queryKey, null);
    // What the administrator saw goes with them.
    const [session] = sessionQuery.queryKey;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="User menu"
        className="grid size-9 place-items-center rounded-full transition-colors hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
        >
          {email.slice(0, 1)}
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-15 right-[calc(max((100%-72rem)/2,0px)+1rem)] m-0 w-60 rounded-xl border border-line bg-raised p-1 text-ink shadow-float open:animate-appear md:right-[calc(max((100%-72rem)/2,0px)+2rem)]"
      >
        <p className="border-b border-line px-2.5 pt-2 pb-2.5 text-muted [overflow-wrap:anywhere]">
          Signed in as
          <span className="block font-medium text-ink">{email}</span>
        </p>
        <button
          type="button"
          onClick={leave}
          className="mt-1 flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 transition-colors hover:bg-hover"
        >
          <SignOutIcon />
          Sign out
        </button>
      </div>
    </>
  );
}
