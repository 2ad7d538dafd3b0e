import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../action.ts";

export function useMoveAction<Input>(send: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useAction({
    title: "Move",
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    busy: isPending,
    error,
    move: (input: Input) => {
      if (!isPending) mutate(input);
    },
  };
}
