import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect } from "wouter";
import { sessionQuery } from "./session.ts";

/** Its children for administrators; the sign-in page for everyone else. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: administrator, isPending } = useQuery(sessionQuery);
  const queryClient = useQueryClient();

  useEffect(() => {
    // Another tab signed out, or in as someone else: `storage` is heard by the other tabs only.
    const recheck = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    window.addEventListener("storage", recheck);
    return () => window.removeEventListener("storage", recheck);
  }, [queryClient]);

  if (isPending) return null;
  return administrator ? children : <Redirect to="/signin" replace />;
}
