import { listNotOfOneSession } from '../contract/supervised.ts';
import { UsageError } from '../contract/usage-error.ts';
import type { Host } from './host.ts';

/** Settings for one session alone that would not reach it are refused before anything starts. */
export function checkSessionSettings(keys: readonly string[], { attempt }: Pick<Host, 'attempt'>): void {
  const [below] = attempt === null ? [] : keys;
  if (below !== undefined) {
    const hint = 'Say it by flags, such as --timeout, --budget, --model, --retry or --memory';
    throw new UsageError(`--set ${below}: inside a session no setting goes along`, { key: 'set', hint });
  }
  const left = listNotOfOneSession(keys).join(', ');
  if (left === '') return;
  const hint = 'Put it into swarm.config.json, which the supervisor takes in at once, for all sessions';
  throw new UsageError(`--set ${left}: no session has that for itself; nothing was started`, {
    key: 'set',
    hint,
  });
}
