import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { unlessMissing } from '../files/file-fault.ts';

const Claim = z.object({
  pid: z.number(),
  start: z.string(),
  boot: z.string(),
  /** The tmux server of the pane; null for a detached launcher. */
  server: z.nullable(z.object({ pid: z.number(), start: z.string() })),
  input: z.string(),
});
const Exit = z.object({
  code: z.number(),
  /** The launcher was hung up: its pane was closed, or its tmux server died. */
  hup: z.boolean(),
  /** The launcher got a SIGTERM, which Swarm never sends it. */
  term: z.boolean(),
});

/** What the launcher wrote when it claimed the attempt. */
export type Claim = z.infer<typeof Claim>;
export type Exit = z.infer<typeof Exit>;

/** A tombstone: a claim without an owner, which keeps every launcher from claiming. */
export const TOMBSTONE: Claim = { pid: 0, start: '', boot: '', server: null, input: '' };

/** Undefined: not claimed. `broken`: claimed, but the launcher could not finish writing. */
export const readClaim = (path: string): Promise<Claim | 'broken' | undefined> => readJson(path, Claim);

/** Undefined: not over, or over without a record. */
export async function readExit(path: string): Promise<Exit | undefined> {
  const exit = await readJson(path, Exit);
  return exit === 'broken' ? undefined : exit;
}

async function readJson<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | 'broken' | undefined> {
  // One line of text: the sync call is faster than the thread pool.
  const text = await unlessMissing(path, undefined, async () => readFileSync(path, 'utf8'));
  if (text === undefined) return undefined;
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    return 'broken';
  }
}
