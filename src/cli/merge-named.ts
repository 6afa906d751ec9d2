import type { Progress } from '../app/deps.ts';
import type { InputOf, Watch } from '../app/verbs.ts';
import type { MergeEnd } from '../domain/merge/merge.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderProgress } from '../views/progress-text.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { type Reply, reply } from './reply.ts';

/** Merges what sessions did. Tells of the check while it runs; an interrupt gives the merge up. */
export async function mergeNamed(
  host: Host,
  input: InputOf<'session.merge'>,
  io: Io,
): Promise<Outcome<Reply<'session.merge'>>> {
  const merged = await host.ask('session.merge', input, watchMerge(io));
  return merged.ok
    ? reply('session.merge', merged.value, { exitCode: exitCodeOf(merged.value.end) })
    : merged;
}

export function watchMerge(io: Io): Watch {
  const giveUp = new AbortController();
  io.onInterrupt(() => giveUp.abort());
  return { tell: (progress: Progress) => void io.say(renderProgress(progress)), signal: giveUp.signal };
}

export const exitCodeOf = ({ is }: MergeEnd): number => (is === 'merged' || is === 'nothing-new' ? 0 : 1);
