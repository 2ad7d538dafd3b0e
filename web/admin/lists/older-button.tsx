import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";

type List = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

export function OlderButton({ list }: { list: List }) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      className="justify-self-center"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show older
    </Button>
  );
}
