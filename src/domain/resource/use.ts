/** What the processes of one attempt used, as far as it was seen; null where nothing tells. */
export type ResourceUse = Readonly<{
  cpuMs: number | null;
  /** The most memory at one time; at least this where it was looked at from time to time. */
  peakKb: number | null;
  /** Memory in use at the last look. */
  nowKb: number | null;
  /** The kernel has ended it, or one of its processes, at its limit of memory. */
  isOutOfMemory: boolean;
}>;

export const NO_USE: ResourceUse = { cpuMs: null, peakKb: null, nowKb: null, isOutOfMemory: false };

/** Two looks at the same attempt: what was used once is used for ever. */
export const joinUse = (before: ResourceUse, later: ResourceUse): ResourceUse => ({
  cpuMs: larger(before.cpuMs, later.cpuMs),
  peakKb: larger(before.peakKb, later.peakKb),
  nowKb: later.nowKb,
  isOutOfMemory: before.isOutOfMemory || later.isOutOfMemory,
});

const larger = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

type CountedUse = Pick<ResourceUse, 'cpuMs' | 'peakKb'>;

/** Of several processes, one after the other: their time adds up, their memory does not. */
export const addUse = (all: readonly CountedUse[]): CountedUse => ({
  cpuMs: all.reduce<number | null>(
    (total, { cpuMs }) => (cpuMs === null ? total : (total ?? 0) + cpuMs),
    null,
  ),
  peakKb: all.reduce<number | null>((most, { peakKb }) => larger(most, peakKb), null),
});

const KB_PER_MB = 1024;

export const isAboveMemory = (usedKb: number, limitMb: number): boolean => usedKb > limitMb * KB_PER_MB;

/** Why it failed: the limit that it had, and what it used, unless all that was seen is less than that. */
export function memoryText(peakKb: number | null, limitMb: number): string {
  const peak =
    peakKb === null || peakKb < limitMb * KB_PER_MB
      ? ''
      : `, at least ${Math.ceil(peakKb / KB_PER_MB)} MB were used`;
  return `over its limit of ${limitMb} MB of memory${peak}`;
}
