import type { ChannelName } from "../../../worker/notify/chat/domain.ts";
import { type IconProps, Lines } from "../../ui/icons/lines.tsx";

/** Outlines that tell the kinds apart. The services' logos may not be drawn in other colors. */
const paths: Record<ChannelName, string> = {
  email: "M3 5.5h14v9.5H3zM3.5 6l6.5 5 6.5-5",
  webhook: "M7 5.5 3 10l4 4.5M13 5.5l4 4.5-4 4.5M11.3 4.5 8.7 15.5",
  slack: "M8 3.5 6.5 16.5M13.5 3.5 12 16.5M4 7.5h13M3 12.5h13",
  discord:
    "M6 5c2.6-.9 5.4-.9 8 0 1.6 2.7 2.6 5.8 2.5 9-1.2.9-2.4 1.4-3.7 1.7l-.9-1.7M6 5c-1.6 2.7-2.6 5.8-2.5 9 1.2.9 2.4 1.4 3.7 1.7l.9-1.7M7.8 10v.8M12.2 10v.8",
  teams:
    "M9.5 6.2a2.3 2.3 0 1 0-4.6 0 2.3 2.3 0 0 0 4.6 0M2.5 15.5c0-3 1.9-5 4.7-5s4.7 2 4.7 5zM12.2 8a2 2 0 1 0 0-3.9M14 10.6c2.2.2 3.5 2 3.5 4.9H15",
  "google-chat": "M3.5 4.5h13v9h-6l-3.5 3v-3H3.5zM6.5 8h7M6.5 10.5h4.5",
  push: "M3 4.5h14v11H3zM3 8h14M5.2 6.3h.1M7.4 6.3h.1",
};

export function ChannelIcon({ channel, ...props }: { channel: ChannelName } & IconProps) {
  return (
    <Lines {...props}>
      <path d={paths[channel]} />
    </Lines>
  );
}
