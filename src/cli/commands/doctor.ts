import * as z from 'zod/mini';
import { renderChecks } from '../../views/check-list.ts';
import { answered, command } from '../command.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check this machine and this project, with remedies',
  about: 'Exits 1 when something is bad. Changes nothing.',
  examples: ['swarm doctor'],
  input: z.object({}),
  run: async (host) => answered(await host.diagnose()),
  show: renderChecks,
  json: (checks) => ({ ok: checks.every(({ is }) => is !== 'bad'), checks }),
  exitCode: (checks) => (checks.some(({ is }) => is === 'bad') ? 1 : 0),
});
