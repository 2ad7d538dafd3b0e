import type { ReactNode } from "react";
import type { Screen } from "../screens.ts";
import { Drawer } from "./drawer.tsx";
import { Header } from "./header.tsx";

interface LayoutProps {
  screens: readonly Screen[];
  current: Screen;
  children: ReactNode;
}

export function Layout({ screens, current, children }: LayoutProps) {
  return (
    <>
      <a
        href="#screen"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header screens={screens} current={current} />
      <div className="mx-auto flex max-w-6xl">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto py-6 pl-4 md:block">
          <Drawer screens={screens} current={current} />
        </div>
        <main id="screen" tabIndex={-1} className="min-w-0 grow px-4 py-6 outline-none sm:px-6 md:px-8">
          {children}
        </main>
      </div>
    </>
  );
}
