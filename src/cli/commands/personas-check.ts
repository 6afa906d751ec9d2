import * as z from 'zod/mini';
import { localCommand } from '../command.ts';

export const personasCheck = localCommand({
  asks: 'anyone',
  name: 'personas check',
  summary: 'Check every persona file and say what is wrong, and where',
  about: 'Exits 1 when one of them is broken.',
  examples: ['swarm personas check'],
  input: z.object({}),
  run: async (host) => (await host.app()).listPersonas(),
  show: ({ personas, problems }) =>
    [
      ...problems.map(({ file, line, problem }) => `❌ ${file}:${line}: ${problem}\n`),
      `${personas.length} good, ${problems.length} broken\n`,
    ].join(''),
  json: ({ personas, problems }) => ({ good: personas.map(({ name }) => name), problems }),
  exitCode: ({ problems }) => (problems.length === 0 ? 0 : 1),
});
