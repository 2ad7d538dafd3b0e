// Icons that no screen shows first.
import { type IconProps, Lines } from "./lines.tsx";

export const CopyIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3" />
  </Lines>
);

export const CloseIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />
  </Lines>
);

export const SignOutIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M8 4H4.5v12H8M8.5 10h8M13.5 7l3 3-3 3" />
  </Lines>
);

export const KeyIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M10 13.2a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0M9.1 10.9l6.4-6.4M12.5 7.5l2.3 2.3" />
  </Lines>
);

export const PreviewIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5M12.2 10a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0" />
  </Lines>
);

export const HiddenIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M7.4 5.5A8 8 0 0 1 10 5c5 0 7.5 5 7.5 5a13 13 0 0 1-2 2.6M5 7.1A13 13 0 0 0 2.5 10S5 15 10 15a8 8 0 0 0 2.9-.6M4 4l12 12" />
  </Lines>
);

export const CalendarIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M4 5h12v11H4zM4 8.5h12M7 3v3.5M13 3v3.5" />
  </Lines>
);

export const KeyboardIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M2.5 5.5h15v9h-15zM5.5 8.5v.1M8.5 8.5v.1M11.5 8.5v.1M14.5 8.5v.1M6.5 11.7h7" />
  </Lines>
);

export const ImageIcon = (props: IconProps) => (
  <Lines {...props}>
    <path d="M3 4h14v12H3zM3 13.5l4-4 4 4 2.5-2.5L17 14M12.8 7.6v.1" />
  </Lines>
);
