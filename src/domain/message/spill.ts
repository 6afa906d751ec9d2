/** A text that lies in a file named by its hash. */
export type Blob = Readonly<{ sha256: string; path: string; bytes: number }>;

/** The size limit of one message in a row. */
export const SPILL_OVER_BYTES = 64 * 1024;

const PREVIEW_LETTERS = 1_000;
// First texts that are too long by themselves; then, if the whole is still too long, shorter ones too.
const THRESHOLDS = [SPILL_OVER_BYTES, 2 * 1024] as const;

export type SpillDeps = Readonly<{
  hash: (text: string) => string;
  pathOf: (sha256: string) => string;
  bytesOf: (text: string) => number;
}>;
export type Spilled<T> = Readonly<{
  value: T;
  blobs: readonly (Blob & Readonly<{ text: string }>)[];
}>;

/** Moves long texts out of a message: each is replaced by its beginning and the path of the whole. */
export function spill<T>(value: T, deps: SpillDeps): Spilled<T> {
  let spilled: Spilled<T> = { value, blobs: [] };
  for (const threshold of THRESHOLDS) {
    if (deps.bytesOf(JSON.stringify(spilled.value)) <= SPILL_OVER_BYTES) return spilled;
    const blobs = [...spilled.blobs];
    const known = new Set(blobs.map(({ sha256 }) => markOf(sha256)));
    const isPointer = (text: string): boolean => [...known].some((mark) => text.includes(mark));
    const replace = (text: string): string => {
      const bytes = deps.bytesOf(text);
      if (bytes <= threshold || isPointer(text)) return text;
      const sha256 = deps.hash(text);
      const blob = { sha256, path: deps.pathOf(sha256), bytes, text };
      blobs.push(blob);
      return pointerTo(blob);
    };
    spilled = { value: mapTexts(spilled.value, replace) as T, blobs };
  }
  return spilled;
}

const markOf = (sha256: string): string => `sha256 ${sha256}`;

const pointerTo = ({ text, path, bytes, sha256 }: Blob & { text: string }): string =>
  `${text.slice(0, PREVIEW_LETTERS)}\n… all of it, ${bytes} bytes: ${path} (${markOf(sha256)})`;

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, map)]));
}
