import * as z from 'zod/mini';
import type { Outcome } from '../../domain/outcome.ts';
import { renderPersonaCheck } from '../../views/persona-list.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { type Reply, reply } from '../reply.ts';

export const personasCheck = command({
  name: 'personas check',
  summary: 'Check every persona file and report problems with their lines',
  about: 'Exits 1 when one of them is broken.',
  examples: ['swarm personas check'],
  input: z.object({}),
  run,
  show: { 'persona.check': renderPersonaCheck },
});

async function run(host: Host): Promise<Outcome<Reply<'persona.check'>>> {
  const checked = await host.ask('persona.check', {});
  if (!checked.ok) return checked;
  return reply('persona.check', checked.value, { exitCode: checked.value.problems.length === 0 ? 0 : 1 });
}
