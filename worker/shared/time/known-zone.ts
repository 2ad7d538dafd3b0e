/** A subscriber's zone may be one that the runtime doesn't know anymore. */
export function knownZoneOrUTC(timeZone: string): string {
  if (timeZone === "UTC") return timeZone;
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
