import { type IconProps, Lines } from "./lines.tsx";

// The icons that are on the screen from the start. Every page loads this file.

export const OpenIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M8 5H5v10h10v-3M11 4.5h4.5V9M15.5 4.5 9.5 10.5" />
  </Lines>
);

export const ComponentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z" />
  </Lines>
);

export const IncidentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 3.5 17.5 16h-15zM10 8v3.8M10 13.9v.1" />
  </Lines>
);

export const MaintenancesIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12v11H4zM4 8.5h12M7 3v3.5M13 3v3.5M10 10.5v2.2l1.6 1" />
  </Lines>
);

export const MetricsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 3.5v13h13M6.5 12.5l3-4 2.5 2.5 4-5.5" />
  </Lines>
);

export const UsersIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10.5 6.8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0M2.5 16c.3-3 2.4-4.6 5.2-4.6s4.9 1.6 5.2 4.6M13 4.3a2.8 2.8 0 0 1 0 5M15 11.9c1.4.7 2.3 2.1 2.5 4.1" />
  </Lines>
);

export const SettingsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 6.5h7M15 6.5h1.5M3.5 13.5H5M9.5 13.5h7M15 6.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M9 13.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0" />
  </Lines>
);

export const MarkIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 2.5v2M4.5 4.8 5.9 6.2M15.5 4.8l-1.4 1.4M10 7l2.7 8.5H7.3zM3 18h14" />
  </Lines>
);

export function Spinner() {
  return (
    <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-4 shrink-0 animate-spin">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

export const ChooseIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="m6 8 4 4 4-4" />
  </Lines>
);

export const InfoIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M10 9.2v4M10 6.6v.1" />
  </Lines>
);
