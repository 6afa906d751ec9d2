import * as z from 'zod/mini';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { InstalledService } from '../../runtime/service/service.ts';
import { verb } from '../verb.ts';
import type { ServiceDeps } from './supervisor-deps.ts';

/** Lets the person's own service manager start the supervisor with the machine. */
export async function installService({ services }: ServiceDeps): Promise<Outcome<InstalledService>> {
  const seen = await services.observe();
  if (seen === null) return refuse({ code: 'service-unsupported' });
  if (seen.is === 'foreign') return refuse({ code: 'service-not-ours', file: seen.file });
  return accept(await services.ensureInstalled());
}

export const installServiceVerb = verb({
  name: 'supervisor.install',
  summary: 'Start the supervisor with the machine',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/supervisor.ts')).InstalledServiceAnswer,
  run: installService,
  json: ({ manager, file, problem }) => ({ manager, file, problem }),
});
