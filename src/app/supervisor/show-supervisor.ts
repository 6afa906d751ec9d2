import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { renderInstant } from '../../views/time.ts';
import { verb } from '../verb.ts';
import type { SupervisorObservation } from './supervisor-deps.ts';

function stateOf(seen: SupervisorObservation): 'serving' | 'stopped' | 'silent' | 'absent' {
  return seen.is === 'silent' && seen.isStopped ? 'stopped' : seen.is;
}

export const showSupervisorVerb = verb({
  name: 'supervisor.status',
  summary: 'Show whether the supervisor is running',
  asks: 'person',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/supervisor.ts')).SupervisorAnswer,
  run: async ({ supervisor }) => accept(await supervisor.observe()),
  json: (seen) => ({
    running: seen.is === 'serving',
    state: stateOf(seen),
    pid: seen.is === 'absent' ? null : seen.pid,
    version: seen.is === 'serving' ? seen.version : null,
    started_at: seen.is === 'serving' ? renderInstant(seen.startedAt) : null,
    trouble: seen.is === 'serving' ? (seen.trouble ?? null) : null,
  }),
});
