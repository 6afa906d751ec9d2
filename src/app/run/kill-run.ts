import { StopRun } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import { isOver } from '../../domain/session/session.ts';
import { draftStep } from '../draft.ts';
import { draftDroppedTurns } from '../session/drop-turns.ts';
import { verb } from '../verb.ts';
import { type EndRunDeps, endRun } from './end-run.ts';
import { draftRunStep, openRole, type RunDraft } from './run-draft.ts';

export type KilledRun = Readonly<{ run: Run; is: 'killed' | 'was-over' | 'spared' }>;

/** Ends a run and its sessions at once. What they committed and wrote stays. */
export async function killRun(deps: EndRunDeps, input: StopRun): Promise<Outcome<KilledRun>> {
  const ended = await endRun(deps, input, draftKill);
  return ended.ok ? accept({ run: ended.value.run, is: ended.value.wasOver ? 'was-over' : 'killed' }) : ended;
}

function draftKill(draft: RunDraft, reason: string): void {
  draftRunStep(draft, 'kill', { note: reason, patch: { reasonText: reason } });
  for (const role of draft.roles.keys()) {
    const session = openRole(draft, role);
    if (!session) continue;
    draftStep(session, 'stop', {
      note: reason,
      patch: { ending: 'killed', reason: 'asked', reasonText: reason },
    });
    if (isOver(session.session)) draftDroppedTurns(session);
  }
}

export const killRunVerb = verb({
  name: 'run.kill',
  summary: 'Kill a run and its sessions',
  asks: 'person',
  reads: false,
  input: StopRun,
  answer: async () => (await import('../../contract/answer/run.ts')).KilledRunAnswer,
  run: killRun,
  json: ({ run, is }) => ({
    run_id: run.id,
    state: run.state,
    killed: is === 'killed',
    was_over: is === 'was-over',
  }),
});
