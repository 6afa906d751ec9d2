import * as z from 'zod/mini';
import { answered, localCommand } from '../command.ts';

export const init = localCommand({
  asks: 'anyone',
  name: 'init',
  summary: 'Make this folder a project of Swarm',
  about: [
    'Touches: makes .swarm/ (which ignores itself for git), swarm.config.json and one example persona under',
    'agents/, each only where it is missing.',
    'Never touches: a file that is there already, git, or anything outside of the project.',
    'A second run: finds all of them and changes nothing.',
  ].join('\n'),
  examples: ['swarm init', 'swarm init -C ~/code/shop'],
  input: z.object({}),
  run: async (host) => answered(await host.init()),
  show: ({ root, touched }) => {
    const lines = touched.map(({ path, is }) => `${is === 'created' ? '✅ Created' : 'ℹ️ Kept'}: ${path}\n`);
    const isNew = touched.some(({ is }) => is === 'created');
    return `${lines.join('')}\n${isNew ? 'Ready' : 'Nothing was missing'}: ${root}\n`;
  },
  json: ({ root, touched }) => ({ root, touched }),
});
