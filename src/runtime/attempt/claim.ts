import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';

const Exit = z.object({
  code: z.number(),
  /** The launcher was hung up: its pane was closed, or its tmux server died. */
  hup: z.boolean(),
  /** The launcher got a SIGTERM, which Swarm never sends it. */
  term: z.boolean(),
});

export type Exit = z.infer<typeof Exit>;

/** A claim without an owner, which keeps every launcher from claiming. */
export const TOMBSTONE = JSON.stringify({ pid: 0, start: '', boot: '', server: null, input: '' });

const MOST_BYTES = 4 * 1024;

/** What the launcher wrote last, and when. Undefined: not over, or over without a record. */
export function readExit(files: AgentFiles, path: string): (Exit & { writtenAt: number }) | undefined {
  const file = files.read(path, MOST_BYTES);
  const parsed = file?.text ? parseJson(file.text) : undefined;
  const exit = parsed?.ok ? Exit.safeParse(parsed.value).data : undefined;
  return exit && file ? { ...exit, writtenAt: file.changedAt } : undefined;
}
