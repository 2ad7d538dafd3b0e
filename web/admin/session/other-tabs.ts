import { TEST_KEY } from "./token-storage.ts";

let channel: BroadcastChannel | undefined;

interface Listeners {
  onSignOut: () => void;
  onTokens: () => void;
}

export function watchOtherTabs({ onSignOut, onTokens }: Listeners): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A console that starts writes a test entry, which fires this event too.
    if (key !== TEST_KEY) onTokens();
  };
  const opened = new BroadcastChannel("daymark-sign-out");
  opened.addEventListener("message", onSignOut);
  window.addEventListener("storage", onStorage);
  channel = opened;
  return () => {
    opened.close();
    window.removeEventListener("storage", onStorage);
    channel = undefined;
  };
}

export function announceSignOut(): void {
  channel?.postMessage("signed out");
}
