/** What the supervisor knows a schedule by, beside the ids of sessions. */
export const scheduleKey = (scheduleId: string): string => `schedule:${scheduleId}`;

export const scheduleOfKey = (key: string): string | null =>
  key.startsWith('schedule:') ? key.slice('schedule:'.length) : null;

/** All work of a schedule carries this label. */
export const scheduleLabel = (scheduleId: string): string => `schedule:${scheduleId}`;

/**
 * Work is named after its time, so that one time cannot be put in twice. In UTC, because clocks of a zone may
 * show the same time twice: "nightly-20261116-0600", and with seconds where there are any.
 */
export function scheduledWorkId(scheduleId: string, dueAt: number): string {
  const digits = new Date(dueAt).toISOString().replaceAll(/\D/g, '');
  const [day, minute, second] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 14)];
  return `${scheduleId}-${day}-${minute}${second === '00' ? '' : second}`;
}
