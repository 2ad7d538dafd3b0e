import { Link } from "wouter";
import type { Screen } from "../screens.ts";

interface DrawerProps {
  screens: readonly Screen[];
  current: Screen;
  onChoose?: () => void;
}

export function Drawer({ screens, current, onChoose }: DrawerProps) {
  return (
    <nav aria-label="Screens">
      <ul className="grid gap-0.5">
        {screens.map((screen) => (
          <li key={screen.path}>
            <Link
              href={screen.path}
              onClick={onChoose}
              aria-current={screen === current ? "page" : undefined}
              className="flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-text md:min-h-9"
            >
              <screen.Icon />
              {screen.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
