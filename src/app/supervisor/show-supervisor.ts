import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { renderInstant } from '../../views/time.ts';
import { verb } from '../verb.ts';

export const showSupervisorVerb = verb({
  name: 'supervisor.status',
  summary: 'Say whether the supervisor runs',
  asks: 'person',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/supervisor.ts')).SupervisorAnswer,
  run: async ({ supervisor }) => accept(await supervisor.observe()),
  json: (seen) => ({
    running: seen !== null,
    pid: seen?.pid ?? null,
    version: seen?.version ?? null,
    started_at: seen === null ? null : renderInstant(seen.startedAt),
  }),
});
