import type { ReactNode } from "react";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Drawer, type DrawerProps } from "./drawer.tsx";
import { Header } from "./header.tsx";

const OverviewPanel = lazyPart(
  "overview",
  async () => (await import("../overview/overview-panel.tsx")).OverviewPanel,
  // The placeholder is as high as the panel, whose border is outside its line.
  <div className="border-b border-line bg-surface">
    <div className="min-h-13" />
  </div>,
);

export function Layout({ children, ...drawer }: DrawerProps & { children: ReactNode }) {
  return (
    <>
      <a
        href="#screen"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header {...drawer} />
      <ErrorBoundary>
        <OverviewPanel />
      </ErrorBoundary>
      <div className="mx-auto flex max-w-6xl">
        <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 overflow-y-auto py-6 pl-4 md:block">
          <Drawer {...drawer} />
        </div>
        <main id="screen" tabIndex={-1} className="min-w-0 grow px-4 py-6 pb-24 outline-none sm:px-6 md:px-8">
          {children}
        </main>
      </div>
    </>
  );
}
