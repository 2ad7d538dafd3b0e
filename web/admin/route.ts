import type { ComponentType } from "react";
import { decodeOrKeep } from "../shared/decode-or-keep.ts";
import type { LazyPart } from "../ui/lazy-part.tsx";

/** A screen is inside the console's layout, a page of its own, or a page for everyone. */
type Frame = "layout" | "page" | "public";

/** The names after the colons of a path pattern, such as `/incidents/:noticeID`. */
type Params<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? Params<Segment> & Params<Rest>
  : Path extends `:${infer Name}`
    ? Record<Name, string>
    : unknown;

export interface Route {
  path: string;
  frame: Frame;
  Screen: ComponentType<Record<string, string>>;
  preload: () => Promise<unknown>;
}

export function route<const Path extends string>(
  path: Path,
  screen: LazyPart<Params<Path> & object>,
  frame: Frame = "layout",
): Route {
  // `match` returns the parameters of this path.
  const Screen = screen as unknown as Route["Screen"];
  return { path, frame, Screen, preload: screen.preload };
}

export function match(routes: readonly Route[], path: string) {
  for (const route of routes) {
    const params = matchParams(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

function matchParams(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split("/");
  const values = path.split("/");
  const isMatch =
    names.length === values.length &&
    names.every((name, index) => (name.startsWith(":") ? values[index] !== "" : name === values[index]));
  if (!isMatch) return undefined;
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(":") ? [[name.slice(1), decodeOrKeep(values[index] ?? "")]] : [],
    ),
  );
}
