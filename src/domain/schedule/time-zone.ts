/**
 * Whether the platform knows the zone, under any of its names. The list of `Intl.supportedValuesOf` has one
 * name for each and lacks the others, such as Asia/Kolkata or Etc/UTC; only a try tells.
 */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}
