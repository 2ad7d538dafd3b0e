import { type IconProps, Lines } from "./lines.tsx";

// The icons that are on the screen from the start. Every page loads this file.

export const OpenIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M8 5H5v10h10v-3M11 4h5v5M16 4l-6 6" />
  </Lines>
);

export const ComponentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 4h5v5H4zM11.5 4h5v5h-5zM4 11.5h5v5H4zM11.5 11.5h5v5h-5z" />
  </Lines>
);

export const IncidentsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 3l8 13H2zM10 8v4M10 14v.1" />
  </Lines>
);

export const MaintenancesIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12v11H4zM4 9h12M7 3v3M13 3v3M10 11v2l2 1" />
  </Lines>
);

export const MetricsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3.5 3.5v13h13M6.5 13l3-5 2.5 3 4-6" />
  </Lines>
);

export const SubscribersIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 15c2-2 1-9 6-9s4 7 6 9zM9 18h2" />
  </Lines>
);

export const UsersIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10.5 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0M2 16c1-6 10-6 11 0M13 4a3 3 0 0 1 0 6M15 12c2 1 3 2 3 4" />
  </Lines>
);

export const AuditIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12M4 10h12M4 15h7" />
  </Lines>
);

export const SettingsIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3 6h8M15 6h2M3 14h2M9 14h8M15 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0M9 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0" />
  </Lines>
);

export const MarkIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 2v2M4 4l2 2M16 4l-2 2M10 7l3 9H7zM3 18h14" />
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
