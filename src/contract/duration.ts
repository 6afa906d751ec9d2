const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;
const LONGEST_MS = 365 * 86_400_000;

export const DURATION_PATTERN = '^(\\d+(\\.\\d+)?(ms|s|m|h|d))+$';

/** "30m", "1h30m" or "500ms" in milliseconds; undefined when it is not a duration, or longer than a year. */
export function parseDuration(text: string): number | undefined {
  const compact = text.trim().replaceAll(' ', '');
  if (!WHOLE.test(compact)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of compact.matchAll(PART)) sum += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return sum <= LONGEST_MS ? Math.round(sum) : undefined;
}
