import * as z from 'zod/mini';
import { accept } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';

export const startSupervisorVerb = verb({
  name: 'supervisor.start',
  summary: 'Start the supervisor if it is not running',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/supervisor.ts')).StartedSupervisorAnswer,
  run: async ({ supervisor }) => accept(await supervisor.ensureRunning()),
  json: ({ pid, started }) => ({ pid, started }),
});
