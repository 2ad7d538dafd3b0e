let channel: BroadcastChannel | undefined;

interface Listeners {
  onSignOut: () => void;
  /** Another tab stored or removed tokens. */
  onTokens: () => void;
}

export function watchOtherTabs({ onSignOut, onTokens }: Listeners): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The library writes a test entry whenever it opens the storage, which fires this event too.
    if (!key?.startsWith("aws.cognito.")) onTokens();
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
