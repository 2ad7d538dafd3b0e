import { QueryClient, useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { MINUTE_MS, SECOND_MS } from "../../worker/shared/time/domain.ts";
import { Button } from "./button.tsx";
import { ErrorArea } from "./error-area.tsx";
import { LoadError } from "./load-error.tsx";
import { FileGoneError, lazyFile } from "./load-file.ts";

export type LazyPart<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };

const FIRST_RETRY_MS = 5 * SECOND_MS;

/** Parts have a client of their own, because a sign-out clears that of the data, and cancels what it loads. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) =>
        state.error ? Math.min(FIRST_RETRY_MS * 2 ** (state.errorUpdateCount - 1), MINUTE_MS) : false,
    },
  },
});

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * Loads a component when it is first shown. A failed load is retried like that of data, which React's `lazy` can't do, and
 * its error is shown in the component's place.
 * @param name unique in the console
 * @param isUsed whether it is loaded when the console is idle
 */
export function lazyPart<Props extends object>(
  name: string,
  load: Load<Props>,
  placeholder: ReactNode = null,
  isUsed?: () => boolean,
): LazyPart<Props> {
  const { usePart, preload } = definePart(name, load, isUsed);
  function Part(props: Props) {
    const part = usePart();
    if (part.data) return <part.data.Component {...props} />;
    return part.error ? <PartError load={part} /> : placeholder;
  }
  return Object.assign(Part, { preload });
}

/** A part that the console works without. It is missing until it is loaded. */
export function optionalPart<Props extends object>(name: string, load: Load<Props>): ComponentType<Props> {
  const { usePart } = definePart(name, load);
  return function OptionalPart(props: Props) {
    const { data } = usePart();
    return data ? <data.Component {...props} /> : null;
  };
}

/** Also for parts that render their own placeholder, such as dialogs. */
export function definePart<Props extends object>(name: string, load: Load<Props>, isUsed?: () => boolean) {
  let loaded: { Component: ComponentType<Props> } | undefined;
  const preload = lazyFile(async () => {
    loaded = { Component: await load() };
    return loaded;
  }, isUsed);
  const usePart = () => useQuery({ queryKey: [name], queryFn: preload, initialData: () => loaded }, client);
  return { usePart, preload };
}

export type PartLoad = Parameters<typeof LoadError>[0]["load"];

export function PartError({ load }: { load: PartLoad }) {
  if (!(load.error instanceof FileGoneError)) return <LoadError load={load} />;
  return (
    <ErrorArea error={load.error} of="load">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </ErrorArea>
  );
}
