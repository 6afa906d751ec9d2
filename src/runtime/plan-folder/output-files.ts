import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { OutputProblem, TakenOutput } from './plan-folders.ts';
import { type OutputFolder, type Walked, walkOutputs } from './walk-outputs.ts';

const OUTPUT_MOST_BYTES = 16 * 1024 * 1024;
const ALL_MOST_BYTES = 128 * 1024 * 1024;
const FILES_MOST = 300;
/** Two changes within one tick of the kernel's clock leave the same time. */
const TRUSTED_AFTER_MS = 50;

export type FoundOutput = TakenOutput & Readonly<{ content: () => Buffer | null }>;
type OutputListing = Readonly<{
  outputs: readonly FoundOutput[];
  problems: readonly OutputProblem[];
  /** There was more than a look may take: what is not listed may be there all the same. */
  isCut: boolean;
}>;

/** Lists plain files with their hashes. Bounded in depth, number and size; no link is followed. */
export class OutputFiles {
  readonly #known = new Map<string, Readonly<{ stamp: string; hash: string }>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  list(from: OutputFolder): OutputListing {
    const outputs: FoundOutput[] = [];
    const walked = walkOutputs(from);
    const problems = [...walked.problems];
    let bytes = 0;
    for (const one of walked.files) {
      const size = bytes + one.seen.size;
      const found = problemOf(one, outputs.length, size) ?? this.#look(from, one);
      if (typeof found === 'string') problems.push({ path: `${from.path}/${one.name}`, problem: found });
      else if (found !== null) {
        outputs.push(found);
        bytes = size;
      }
    }
    return { outputs, problems, isCut: walked.isCut };
  }

  /** Null when it is gone. */
  #look({ files, folder, path }: OutputFolder, { name, seen }: Walked): FoundOutput | null {
    const file = join(folder, name);
    const stamp = `${seen.ino}.${seen.size}.${seen.ctimeMs}`;
    const content = (): Buffer | null => files.readPart(file, { from: 0, bytes: OUTPUT_MOST_BYTES });
    const isTrusted = this.#now() - seen.ctimeMs > TRUSTED_AFTER_MS;
    const known = this.#known.get(file);
    const hash = isTrusted && known?.stamp === stamp ? known.hash : hashOf(content());
    if (hash === null) return null;
    this.#known.set(file, { stamp, hash });
    return { path: `${path}/${name}`, hash, bytes: seen.size, content };
  }
}

function problemOf({ seen: { size } }: Walked, count: number, bytes: number): string | null {
  if (count >= FILES_MOST) return `more than ${FILES_MOST} files`;
  if (size > OUTPUT_MOST_BYTES) return `${size} bytes, and at most ${OUTPUT_MOST_BYTES} are taken`;
  return bytes > ALL_MOST_BYTES ? `more than ${ALL_MOST_BYTES} bytes together` : null;
}

const hashOf = (content: Buffer | null): string | null =>
  content === null ? null : createHash('sha256').update(content).digest('hex');
