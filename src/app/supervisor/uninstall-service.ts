import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import type { ServiceDeps } from './supervisor-deps.ts';

type Removed = Readonly<{ file: string; isRemoved: boolean }>;

/** Removes only what Swarm has written. The supervisor that runs goes on. */
export async function uninstallService({ services }: ServiceDeps): Promise<Outcome<Removed>> {
  const seen = await services.observe();
  if (seen === null) return refuse({ code: 'service-unsupported' });
  const { file } = seen;
  if (seen.is === 'foreign') return refuse({ code: 'service-not-ours', file });
  if (seen.is === 'absent') return accept({ file, isRemoved: false });
  await services.ensureRemoved();
  return accept({ file, isRemoved: true });
}

export const uninstallServiceVerb = verb({
  name: 'supervisor.uninstall',
  summary: 'Start the supervisor with the machine no longer',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/supervisor.ts')).RemovedServiceAnswer,
  run: uninstallService,
  json: ({ file, isRemoved }) => ({ file, removed: isRemoved }),
});
