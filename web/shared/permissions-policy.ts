const features = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/** Denies a page and its frames every feature of the browser but those that it uses. */
export function permissionsPolicy(...used: string[]): string {
  const denied = features.filter((feature) => !used.includes(feature));
  return denied.map((feature) => `${feature}=()`).join(", ");
}
